import { categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { Badge } from '../../ui/badge.tsx'
import { shownTitle } from '../listing-words.ts'
import { CardText, CardTitle, ViewDetails } from './card-parts.tsx'
import { Price } from './price.tsx'

const category = categoryById.textbook

export function TextbookCard({ listing }: { listing: Listing<'textbook'> }) {
  return (
    <>
      <Price category={category} listing={listing} />
      <CardTitle>{shownTitle(category, listing)}</CardTitle>
      <CardText>{listing.author}</CardText>
      <p className="flex flex-wrap gap-1.5 pt-1">
        {listing.condition && <Badge tone="sun">{listing.condition}</Badge>}
        {listing.edition && (
          <Badge className="whitespace-normal">{editionInWords(listing.edition)}</Badge>
        )}
      </p>
      <ViewDetails />
    </>
  )
}

/** Students write "8th" as often as "8th edition". */
function editionInWords(edition: string): string {
  return /\bed/i.test(edition) ? edition : `${edition} edition`
}
