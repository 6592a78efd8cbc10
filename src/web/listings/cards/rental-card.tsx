import type { ReactNode } from 'react'
import { categoryById } from '#categories/index.ts'
import { describeHome } from '#categories/rental/home.ts'
import type { Listing } from '#contract/listings.ts'
import { cardText } from '#contract/wire-functions.ts'
import { useToday } from '../../queries/use-today.ts'
import { displayDescription, displayPeriod } from '../listing-display.ts'
import { CardDescription, CardFacts, CardHead, CardLine } from './card-parts.tsx'
import { Price } from './price.tsx'

const category = categoryById.rental
const factFields = [
  'is_sublet',
  'is_shared',
  'is_utilities_included',
  'has_laundry',
  'has_cooking',
  'has_parking',
  'no_smoking',
] as const

export function RentalCard({ listing, title }: { listing: Listing<'rental'>; title: ReactNode }) {
  const facts = factFields.map((name) => cardText(category, listing, name))
  return (
    <>
      <CardHead>
        <Price category={category} listing={listing} />
        <p className="fine-print sm:w-full sm:text-sm">
          {displayPeriod(category, listing, useToday())}
        </p>
      </CardHead>
      {title}
      <CardDescription>{displayDescription(listing)}</CardDescription>
      <CardLine>{listing.address}</CardLine>
      <CardFacts facts={[describeHome(listing), ...facts]} className="text-ink-2" />
    </>
  )
}
