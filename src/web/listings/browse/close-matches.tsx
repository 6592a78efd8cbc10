import type { Listing } from '#contract/listing.ts'
import type { CloseMatch } from '#contract/listings.ts'
import { ListingCard } from '../cards/listing-card.tsx'

/** Listings that nearly match, each with what is different about it. They follow a list with few results. */
export function CloseMatches({ matches }: { matches: readonly CloseMatch<Listing>[] }) {
  if (matches.length === 0) return null
  return (
    <section aria-labelledby="close-matches" className="mt-10">
      <h2 id="close-matches" className="title-3">
        Close matches
      </h2>
      <ul className="card-grid mt-4">
        {matches.map(({ reason, listing }, index) => (
          <li key={listing.id} className="flex flex-col gap-1.5">
            <p className="wrap-anywhere font-semibold text-ink-2 text-sm">{reason}</p>
            <ListingCard listing={listing} index={index + 4} titleAs="h3" isFull />
          </li>
        ))}
      </ul>
    </section>
  )
}
