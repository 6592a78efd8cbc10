import { categoryById } from '#categories/index.ts'
import { formatDate, pluralize } from '#contract/format.ts'
import { cardText } from '#contract/listing-fields.ts'
import type { Listing } from '#contract/listings.ts'
import { Badge } from '../../ui/badge.tsx'
import { displayDescription, displayTitle } from '../listing-display.ts'
import { CardDescription, CardTitle } from './card-parts.tsx'
import { PostedAge } from './posted-age.tsx'
import { Price } from './price.tsx'

const category = categoryById.rental
const badgeFields = [
  'is_shared',
  'has_laundry',
  'has_cooking',
  'has_parking',
  'no_smoking',
] as const

export function RentalCard({ listing }: { listing: Listing<'rental'> }) {
  const { address, num_beds: beds } = listing
  const utilities = cardText(category, listing, 'is_utilities_included')
  const facts = [typeof beds === 'number' && pluralize(beds, 'bedroom'), utilities]
  return (
    <>
      <Price category={category} listing={listing} />
      <CardTitle>{displayTitle(category, listing)}</CardTitle>
      <CardDescription>{displayDescription(listing)}</CardDescription>
      <p dir="auto" className="line-clamp-2 text-sm">
        {address}
      </p>
      <p className="text-ink-2 text-sm">{facts.filter(Boolean).join(' · ')}</p>
      <p className="flex flex-wrap gap-1.5 pt-1">
        <Badge variant="sun">{cardText(category, listing, 'is_sublet')}</Badge>
        {badgeFields.map((name) => {
          const text = cardText(category, listing, name)
          return text && <Badge key={name}>{text}</Badge>
        })}
      </p>
      <p className="text-ink-2 text-sm">
        {listing.date_available && `Available ${formatDate(listing.date_available)}`}
      </p>
      <PostedAge category={category} listing={listing} />
    </>
  )
}
