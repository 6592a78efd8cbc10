import type { ReactNode } from 'react'
import { campus } from '#campus/campus.ts'
import { Link } from '../navigation/link.tsx'
import { Chip } from '../ui/controls/chip.tsx'
import { listShortcuts, steps } from './landing-sections.tsx'
import { LearnMore, reasons } from './why-section.tsx'

/**
 * The landing page for students, who know the site. It stands below their feed, so it is a few lines that unfold, without
 * listings and without a sign-up.
 */
export function LandingInBrief() {
  return (
    <section aria-labelledby="landing" className="page-width">
      <div className="grid grid-cols-1 gap-3 border-line border-t pt-6">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <h2 id="landing" className="title-4">
            Buy, Sell, and Rent. Right on Campus.
          </h2>
          <ul aria-label="What are you looking for?" className="flex flex-wrap gap-2">
            {listShortcuts().map(({ label, path }) => (
              <li key={label}>
                <Chip as={Link} to={path} active={false}>
                  {label}
                </Chip>
              </li>
            ))}
          </ul>
        </div>
        <div className="grid grid-cols-1 gap-x-8 text-ink-2 md:grid-cols-2">
          <Unfolding title="How It Works">
            <ol className="grid list-decimal gap-2 pl-5">
              {steps.map(({ title, text }) => (
                <li key={title}>
                  <strong className="font-semibold">{title}</strong> {text}
                </li>
              ))}
            </ol>
          </Unfolding>
          <Unfolding title={`Why ${campus.brand}?`}>
            <ul className="grid gap-2">
              {reasons.map(({ title, text }) => (
                <li key={title}>
                  <strong className="font-semibold">{title}.</strong> {text}
                </li>
              ))}
            </ul>
            <div className="mt-4">
              <LearnMore size="small" />
            </div>
          </Unfolding>
        </div>
      </div>
    </section>
  )
}

function Unfolding({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="cursor-pointer rounded-chip py-2.5">
        <h3 className="inline font-semibold">{title}</h3>
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  )
}
