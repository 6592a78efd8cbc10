import { CalendarIcon } from 'lucide-react'
import { categoryById } from '#categories/index.ts'
import { formatWeekday } from '#contract/format.ts'
import type { Listing } from '#contract/listings.ts'
import { Badge } from '../../ui/badge.tsx'
import { useToday } from '../../use-today.ts'
import { displayDescription, displayTitle } from '../listing-display.ts'
import { CardDescription, CardTitle, ViewDetails } from './card-parts.tsx'
import { PostedAge } from './posted-age.tsx'
import { Price } from './price.tsx'

const category = categoryById.misc

export function MiscCard({ listing }: { listing: Listing<'misc'> }) {
  const today = useToday()
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <Price category={category} listing={listing} />
        {listing.listing_type && <Badge variant="sun">{listing.listing_type}</Badge>}
      </div>
      <CardTitle>{displayTitle(category, listing)}</CardTitle>
      <CardDescription>{displayDescription(listing)}</CardDescription>
      {listing.event_date && (
        <p className="flex items-center gap-1.5 text-sm">
          <CalendarIcon size={16} className="flex-none" />
          {formatWeekday(listing.event_date, today)}
        </p>
      )}
      <PostedAge category={category} listing={listing} />
      <ViewDetails />
    </>
  )
}
