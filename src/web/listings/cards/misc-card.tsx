import type { ReactNode } from 'react'
import { categoryById } from '#categories/index.ts'
import { formatWeekday } from '#contract/format.ts'
import type { Listing } from '#contract/listings.ts'
import { useToday } from '../../queries/use-today.ts'
import { Badge } from '../../ui/content/badge.tsx'
import { displayDescription } from '../listing-display.ts'
import { CardDescription, CardFacts, CardHead, ViewDetails } from './card-parts.tsx'
import { Price } from './price.tsx'

export function MiscCard({ listing, title }: { listing: Listing<'misc'>; title: ReactNode }) {
  const { listing_type, category, event_date } = listing
  const today = useToday()
  return (
    <>
      <CardHead>
        <Price category={categoryById.misc} listing={listing} />
        {listing_type && <Badge variant="sun">{listing_type}</Badge>}
      </CardHead>
      {title}
      <CardDescription>{displayDescription(listing)}</CardDescription>
      <CardFacts facts={[category, event_date && formatWeekday(event_date, today)]} />
      <ViewDetails />
    </>
  )
}
