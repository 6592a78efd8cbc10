import { categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { Badge } from '../../ui/badge.tsx'
import { displayTitle } from '../listing-display.ts'
import { CardDescription, CardTitle, ViewDetails } from './card-parts.tsx'
import { PostedAge } from './posted-age.tsx'
import { Price } from './price.tsx'

const category = categoryById.textbook

export function TextbookCard({ listing }: { listing: Listing<'textbook'> }) {
  return (
    <>
      <Price category={category} listing={listing} />
      <CardTitle>{displayTitle(category, listing)}</CardTitle>
      <CardDescription>{listing.author}</CardDescription>
      <p className="flex flex-wrap gap-1.5 pt-1">
        {listing.condition && <Badge variant="sun">{listing.condition}</Badge>}
        {listing.edition && (
          <Badge className="whitespace-normal">
            <span dir="auto">{formatEdition(listing.edition)}</span>
          </Badge>
        )}
      </p>
      <PostedAge category={category} listing={listing} />
      <ViewDetails />
    </>
  )
}

/** Sellers enter both "8th" and "8th edition". */
function formatEdition(edition: string): string {
  return /\bed/i.test(edition) ? edition : `${edition} edition`
}
