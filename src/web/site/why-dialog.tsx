import { campus } from '#campus/campus.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { JoinButton } from './landing-sections.tsx'

const safetyRules = [
  {
    title: "You know who you're dealing with",
    text: 'Only people with a university email can post or contact a seller.',
  },
  {
    title: 'You meet somewhere safe',
    get text() {
      return `Pick a busy place in daylight, such as ${campus.safePlaces}.`
    },
  },
  {
    title: "You pay once you've seen it",
    text: 'Look at the room, open the book, try the bike. Never send a deposit before that.',
  },
  {
    title: 'Your email stays private',
    text: 'It never shows up in lists or search engines.',
  },
]

export function WhyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Why ${campus.brand}?`}
      footer={
        <>
          <JoinButton>Join your campus community</JoinButton>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="text-ink-2">How {campus.brand} keeps trading safe:</p>
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
