import type { Listing } from '#contract/listings.ts'
import { displayDescription } from '../listing-display.ts'

export function ListingDescription({ listing }: { listing: Listing }) {
  return (
    <section aria-labelledby="description">
      <h2 id="description" className="title-4">
        Description
      </h2>
      <p dir="auto" className="measure mt-3 whitespace-pre-line">
        {displayDescription(listing)}
      </p>
    </section>
  )
}
