import { brand, universities } from '#campus.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { JoinButton } from './join-button.tsx'

const meetUpSpots = universities
  .flatMap((university) => university.meetUpSpots.slice(0, 1))
  .join(' and the ')

const safetyRules = [
  {
    title: 'You know who you deal with',
    text: 'Only people with a university address can post or see how to reach a seller.',
  },
  {
    title: 'You meet where it is safe',
    text: `Agree on a busy place in daylight. The ${meetUpSpots} are good ones.`,
  },
  {
    title: 'You pay when you have seen it',
    text: 'Look at the room, open the book, try the bike. Never send a deposit before that.',
  },
  {
    title: 'Your address stays yours',
    text: 'Email addresses never appear in lists or in search engines.',
  },
]

export function WhyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Why ${brand}?`}
      footer={
        <>
          <JoinButton>Join your campus community</JoinButton>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="text-ink-2">How {brand} keeps trading safe:</p>
      <dl className="mt-4 grid gap-4">
        {safetyRules.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
