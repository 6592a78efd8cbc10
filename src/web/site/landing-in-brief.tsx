import { campus } from '#campus/campus.ts'
import { Link } from '../navigation/link.tsx'
import { Chip } from '../ui/controls/chip.tsx'
import { JoinButton, listShortcuts, steps } from './landing-sections.tsx'
import { LearnMore, reasons, whySectionId } from './why-section.tsx'

/** The landing page for students, who know the site. It stands below their feed, so it is small and has no listings. */
export function LandingInBrief() {
  return (
    <section aria-labelledby="landing" className="-mb-12 bg-soft">
      <div className="page-width grid grid-cols-1 gap-8 py-10">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <h2 id="landing" className="title-3">
            Buy, Sell, and Rent. Right on Campus.
          </h2>
          <JoinButton size="small" variant="secondary">
            Join {campus.communityName}'s Community
          </JoinButton>
        </div>
        <div className="grid grid-cols-1 gap-8 md:grid-cols-[2fr_3fr]">
          <section aria-labelledby="how-it-works">
            <h3 id="how-it-works" className="title-4">
              How It Works
            </h3>
            <ol className="mt-3 grid list-decimal gap-2 pl-5">
              {steps.map(({ title, text }) => (
                <li key={title} className="marker:text-ink-2">
                  <strong className="font-semibold">{title}</strong>{' '}
                  <span className="text-ink-2">{text}</span>
                </li>
              ))}
            </ol>
          </section>
          <section id={whySectionId} aria-labelledby="why">
            <h3 id="why" className="title-4">
              Why {campus.brand}?
            </h3>
            <ul className="mt-3 grid gap-2">
              {reasons.map(({ Icon, title, text }) => (
                <li key={title} className="flex gap-3">
                  <Icon size={20} className="mt-0.5 flex-none text-link" />
                  <p className="min-w-0">
                    <strong className="font-semibold">{title}.</strong>{' '}
                    <span className="text-ink-2">{text}</span>
                  </p>
                </li>
              ))}
            </ul>
            <div className="mt-4">
              <LearnMore size="small" />
            </div>
          </section>
        </div>
        <section aria-labelledby="shortcuts">
          <h3 id="shortcuts" className="title-4">
            What are you looking for?
          </h3>
          <ul className="mt-3 flex flex-wrap gap-2">
            {listShortcuts().map(({ label, path }) => (
              <li key={label}>
                <Chip as={Link} to={path} active={false}>
                  {label}
                </Chip>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </section>
  )
}
