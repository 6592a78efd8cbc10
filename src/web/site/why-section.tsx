import { GraduationCapIcon, MapPinIcon, ShieldCheckIcon } from 'lucide-react'
import { useState } from 'react'
import { brand } from '#campus.ts'
import { Button } from '../ui/button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

const WhyDialog = lazyDialog(async () => (await import('./why-dialog.tsx')).WhyDialog)

export const whySectionId = 'why-quad-section'

const reasons = [
  {
    Icon: GraduationCapIcon,
    title: 'Only students',
    text: 'Every account has an address of one of the two universities. Nobody else can post or write to you.',
  },
  {
    Icon: ShieldCheckIcon,
    title: 'No spam, no bots',
    text: 'One board instead of chaotic social-media groups. Duplicates go, and so does whoever keeps posting them.',
  },
  {
    Icon: MapPinIcon,
    title: 'Meet on campus',
    text: 'Write by email, meet where people are around, look before you pay.',
  },
]

export function WhySection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      id={whySectionId}
      tabIndex={-1}
      aria-labelledby="why"
      className="scroll-mt-16 bg-soft outline-none"
    >
      <div className="page-width py-12 lg:py-18">
        <h2 id="why" className="title-1">
          Why {brand}?
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
        <Button
          variant="secondary"
          className="mt-8"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          Learn more
        </Button>
        <WhyDialog open={isOpen} onClose={() => setOpen(false)} />
      </div>
    </section>
  )
}
