import { GraduationCapIcon, MapPinIcon, ShieldCheckIcon } from 'lucide-react'
import { useState } from 'react'
import { campus, joinWords } from '#campus/campus.ts'
import { Button } from '../ui/controls/button.tsx'
import type { ButtonStyleProps } from '../ui/controls/button-class.ts'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'

const WhyDialog = lazyDialog(async () => (await import('./why-dialog.tsx')).WhyDialog)

export const whySectionId = 'why-quad-section'

export const reasons = [
  {
    Icon: GraduationCapIcon,
    title: 'Only students',
    get text() {
      const names = campus.universities.map(({ shortName }) => shortName)
      return `Every account uses a ${joinWords(names, 'or')} email. Nobody else can post or message you.`
    },
  },
  {
    Icon: ShieldCheckIcon,
    title: 'No spam, no bots',
    text: 'One place instead of chaotic social-media groups. We remove duplicates and repeat spammers.',
  },
  {
    Icon: MapPinIcon,
    title: 'Meet on campus',
    text: 'Message the seller, meet in a busy place, and look before you pay.',
  },
]

export function WhySection() {
  return (
    <section id={whySectionId} tabIndex={-1} aria-labelledby="why" className="bg-soft outline-none">
      <div className="page-width py-12 lg:py-18">
        <h2 id="why" className="title-1">
          Why {campus.brand}?
        </h2>
        <ul className="mt-8 grid gap-8 md:grid-cols-3">
          {reasons.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon size={28} className="text-link" />
              <h3 className="title-4 mt-3">{title}</h3>
              <p className="mt-2 max-w-[44ch] text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
        <div className="mt-8">
          <LearnMore />
        </div>
      </div>
    </section>
  )
}

/** A button that opens the rules of safe trading. */
export function LearnMore(style: ButtonStyleProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" {...style} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Learn more
      </Button>
      <WhyDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
