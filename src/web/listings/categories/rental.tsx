import { HouseIcon } from 'lucide-react'
import { describeWay, nearestCampus } from '#categories/minutes.ts'
import { describeHome, describeRooms, homeBedrooms } from '#categories/rental/home.ts'
import type { Listing } from '#contract/listing.ts'
import { cardText } from '#contract/listing-fields.ts'
import { capitalize } from '#format/format.ts'
import { useToday } from '../../queries/use-today.ts'
import { CardAge, CardDescription, CardFacts, CardLine } from '../cards/card-parts.tsx'
import { Price } from '../cards/price.tsx'
import type { FormValues } from '../form/form-values.ts'
import { displayDescription, displayPeriod } from '../listing-display.ts'
import type { CardBodyProps, CategoryView } from './category-view.ts'

type Rental = Listing<'rental'>

export const rental: CategoryView<'rental'> = {
  icon: HouseIcon,
  CardBody,
  subtitle: ({ details }) => details.address,
  highlights: (listing, today) =>
    [
      displayPeriod(listing, today) ?? [],
      describeRooms(listing.details),
      describeNearest(listing) ?? [],
    ].flat(),
  cardLines: (listing, today) =>
    [displayPeriod(listing, today) ?? [], describeHome(listing.details)].flat(),
  safetyTip: (_, { gives }) =>
    gives ? 'show the place before you take a deposit' : 'see the place before you pay a deposit',
  structuredData: ({ details }) => {
    const { address } = details
    const bedrooms = homeBedrooms(details)
    return {
      '@type': ['Accommodation', 'Product'],
      ...(address && { address }),
      ...(bedrooms && { numberOfBedrooms: bedrooms }),
    }
  },
  fieldHelp: (name, values) => (name === 'num_beds' ? describeTypedRooms(values) : undefined),
}

/** Returns "Under 15 min walk to North", for the campus that is nearest. */
function describeNearest({ details }: Rental): string | undefined {
  const nearest = nearestCampus(details.minutes, details.minutes_about)
  return nearest && capitalize(describeWay(nearest))
}

/**
 * What the home has, below the three facts. Phones have one line for it, so "Shared" is the last: "Room in a …" says it
 * already.
 */
const includedFields = [
  'is_utilities_included',
  'has_laundry',
  'has_cooking',
  'has_parking',
  'no_smoking',
  'is_shared',
] as const

function CardBody({ listing, title, isShort }: CardBodyProps<'rental'>) {
  const { details } = listing
  return (
    <>
      <Price listing={listing} onCard />
      <p className="text-sm leading-snug">{displayPeriod(listing, useToday())}</p>
      {title}
      {!isShort && <CardDescription isLine>{displayDescription(listing)}</CardDescription>}
      <div className="grid gap-0.5 py-1">
        <CardLine>{details.address}</CardLine>
        <CardFacts facts={[describeNearest(listing)]} />
        <CardFacts facts={[describeHome(details), cardText(listing, 'is_sublet')]} />
      </div>
      {!isShort && (
        <CardFacts
          facts={includedFields.map((name) => cardText(listing, name))}
          className="text-ink-2 max-sm:max-h-[1.375em]"
        />
      )}
      <CardAge listing={listing} />
    </>
  )
}

/** Tells the seller of a room which bedrooms to count and, once they have, how many the home has in total. */
function describeTypedRooms({ is_shared, num_beds }: FormValues): string | undefined {
  if (is_shared !== true) return undefined
  const rooms = String(num_beds).trim()
  if (!/^\d{1,2}$/.test(rooms)) return 'Bedrooms, not counting this one'
  return describeRooms({ is_shared, num_beds: Number(rooms) })
}
