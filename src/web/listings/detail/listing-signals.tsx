import { type Ref, useId } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { Link } from '../../navigation/link.tsx'
import { useSession } from '../../session/session.tsx'
import { SignalNote } from '../../signals/signal-note.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { cardPath } from '../dashboard/card-anchor.ts'

/** Before the ways to reach the seller, so that it is read first. Its seller sees it too, and where to answer. */
export function ListingSignals({
  category,
  listing,
  ref,
}: {
  category: AnyCategory
  listing: Listing
  ref?: Ref<HTMLElement>
}) {
  const { signals = [], seller } = listing
  const { user } = useSession()
  const titleId = useId()
  if (signals.length === 0) return null
  return (
    <section ref={ref} aria-labelledby={titleId}>
      <Callout>
        <h2 id={titleId} className="mb-2 font-bold text-base">
          Before you pay
        </h2>
        <ul className="grid gap-3">
          {signals.map((signal) => (
            <li key={signal.sentence}>
              <SignalNote {...signal} />
            </li>
          ))}
        </ul>
        {user?.id === seller.id && (
          <p className="mt-3 print:hidden">
            Everyone sees this.{' '}
            <Link to={cardPath(category, listing)} className="link">
              If it's wrong, say so on your dashboard
            </Link>
          </p>
        )}
      </Callout>
    </section>
  )
}
