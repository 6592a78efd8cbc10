import { lazy, Suspense, useState } from 'react'
import { brand } from '#campus.ts'
import { Button } from '../ui/button.tsx'
import { PathIcon } from '../ui/icon.tsx'

/** Loaded when first opened. */
const WhyDialog = lazy(() => import('./why-dialog.tsx'))

export const whySectionId = 'why-quad-section'

const cap =
  'M2.5 9.5L12 5l9.5 4.5L12 14ZM6.5 11.5V16c1.5 1.6 3.4 2.4 5.5 2.4s4-.8 5.5-2.4v-4.5M21.5 9.5V15'
const shield =
  'M12 3l7.5 2.8v5.4c0 4.4-3 8-7.5 9.8-4.5-1.8-7.5-5.4-7.5-9.8V5.8ZM8.5 11.8l2.5 2.5 4.5-4.6'
const pin =
  'M12 21.5c4.4-4.4 6.8-8 6.8-11.2a6.8 6.8 0 1 0-13.6 0c0 3.2 2.4 6.8 6.8 11.2ZM9.5 10.2a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0'

const reasons = [
  {
    icon: cap,
    title: 'Only students',
    text: 'Every account has an address of one of the two universities. Nobody else can post or write to you.',
  },
  {
    icon: shield,
    title: 'No spam, no bots',
    text: 'One board instead of chaotic social-media groups. Duplicates go, and so does whoever keeps posting them.',
  },
  {
    icon: pin,
    title: 'Meet on campus',
    text: 'Write by e-mail, meet where people are around, look before you pay.',
  },
]

export function WhySection() {
  /** Undefined until first opened. */
  const [isOpen, setOpen] = useState<boolean>()
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
          {reasons.map(({ icon, title, text }) => (
            <li key={title}>
              <PathIcon d={icon} size={28} className="text-link" />
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
        {isOpen !== undefined && (
          <Suspense>
            <WhyDialog open={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
