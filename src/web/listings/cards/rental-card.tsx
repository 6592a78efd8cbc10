import { categoryById } from '#categories/index.ts'
import { formatDate } from '#contract/display.ts'
import { cardWord } from '#contract/listing-facts.ts'
import type { Listing } from '#contract/listings.ts'
import { Badge } from '../../ui/badge.tsx'
import { countOf, shownDescription, shownPlace, shownTitle } from '../listing-words.ts'
import { CardText, CardTitle } from './card-parts.tsx'
import { Price } from './price.tsx'

const category = categoryById.rental
const badges = ['is_shared', 'has_laundry', 'has_cooking', 'has_parking', 'no_smoking'] as const

export function RentalCard({ listing }: { listing: Listing<'rental'> }) {
  const { num_beds: beds } = listing
  const place = shownPlace(listing)
  const utilities = cardWord(category, listing, 'is_utilities_included')
  const facts = [typeof beds === 'number' && countOf(beds, 'bedroom'), utilities]
  return (
    <>
      <Price category={category} listing={listing} />
      <CardTitle>{shownTitle(category, listing)}</CardTitle>
      <CardText>{shownDescription(listing)}</CardText>
      {place && <p className="line-clamp-2 text-sm">{place}</p>}
      <p className="text-ink-2 text-sm">{facts.filter(Boolean).join(' · ')}</p>
      <p className="flex flex-wrap gap-1.5 pt-1">
        <Badge tone="sun">{cardWord(category, listing, 'is_sublet')}</Badge>
        {badges.map((name) => {
          const word = cardWord(category, listing, name)
          return word && <Badge key={name}>{word}</Badge>
        })}
      </p>
      <p className="mt-auto pt-1 text-ink-2 text-sm">
        Available {formatDate(listing.date_available)}
      </p>
    </>
  )
}
