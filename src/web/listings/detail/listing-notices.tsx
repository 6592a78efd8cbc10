import { type Ref, useId } from 'react'
import { campus } from '#campus/campus.ts'
import type { CategoryId } from '#categories/index.ts'
import type { Listing, ListingDetails } from '#contract/listing.ts'
import { isFree, soldMessage, wantedLabel } from '#contract/listing-fields.ts'
import { isListed } from '#contract/listing-status.ts'
import { Link } from '../../navigation/link.tsx'
import { useSession } from '../../session/session.tsx'
import { SignalNote } from '../../signals/signal-note.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { viewOf } from '../categories/index.ts'
import { contactWords } from '../listing-display.ts'
import { dashboardCardPath } from '../listing-urls.ts'

/**
 * The listing's signals. They stand before the ways to reach the seller, so that readers see them first. The seller sees
 * them too, with a link to answer.
 */
export function ListingSignals({ listing, ref }: { listing: Listing; ref?: Ref<HTMLElement> }) {
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
            <Link to={dashboardCardPath(listing)} className="link">
              If it's wrong, say so on your dashboard
            </Link>
          </p>
        )}
      </Callout>
    </section>
  )
}

/** The facts that the safety tip depends on. The details are empty for a reader who can no longer see the listing. */
interface SafetyFacts {
  category: CategoryId
  price: number
  details: Partial<ListingDetails>
}

/** Says where to meet, and what to do before paying or handing the thing over. */
export function SafetyBox({
  listing,
  role = 'buyer',
}: {
  listing: SafetyFacts
  /** The role of the reader. The owner counts as the seller, even if they are looking for the thing. */
  role?: 'buyer' | 'seller'
}) {
  const isWanted = wantedLabel(listing) !== undefined
  const gives = (role === 'seller') !== isWanted
  const { safetyTip } = viewOf(listing)
  return (
    <Callout>
      <strong>Meet safely.</strong> Meet on campus, at {campus.safePlaces} for example, and{' '}
      {safetyTip(listing.details, { gives, isFree: isFree(listing) })}.
    </Callout>
  )
}

/**
 * Tells a visitor, who may have come by a shared link, what this site is and why to trust it. How to stay safe is in the
 * panel.
 */
export function StrangerNote({ listing }: { listing: Listing }) {
  const { isLoggedIn } = useSession()
  if (isLoggedIn || !isListed(listing.status)) return null
  const { university, is_confirmed } = listing.seller
  const person = wantedLabel(listing) ? 'student' : 'seller'
  return (
    <p className="measure mt-3 rounded-control bg-soft px-4 py-2.5 text-sm print:hidden">
      <strong className="block">
        {`${campus.brand} is only for ${campus.communityName} students.`}
      </strong>{' '}
      {university &&
        (is_confirmed
          ? `This ${person}'s ${university} email is confirmed.`
          : `This ${person} signed up with their ${university} email.`)}
    </p>
  )
}

/** Says what the status means for the reader, or undefined for an available listing. */
export function statusMessage(listing: Listing): string | undefined {
  switch (listing.status) {
    case 'available':
      return undefined
    case 'pending':
      return `Pending: ${contactWords(listing).person} is talking to someone. You can still message them.`
    case 'sold':
      return soldMessage(listing)
    case 'expired':
      return 'This listing has ended. Only you can see it.'
    case 'hidden':
      return 'This listing is hidden. Only you and the moderators can see it.'
    case 'removed':
      return 'This listing was removed. Only you and the moderators can see it.'
  }
}
