import { UserSearchIcon } from 'lucide-react'
import { describeNear, parseNear } from '#categories/minutes.ts'
import { readPeriod } from '#categories/periods.ts'
import { wanted as definition } from '#categories/wanted/definition.ts'
import type { Listing } from '#contract/listing.ts'
import { namePeriod } from '#format/format-period.ts'
import { classNames } from '../../ui/class-names.ts'
import {
  CardAge,
  CardDescription,
  CardFacts,
  CardLine,
  StatusBadge,
  WantedBadge,
} from '../cards/card-parts.tsx'
import { Price } from '../cards/price.tsx'
import { displayDescription } from '../listing-display.ts'
import type { CardBodyProps, CategoryView } from './category-view.ts'

type Request = Listing<'wanted'>

export const wanted: CategoryView<'wanted'> = {
  icon: UserSearchIcon,
  CardBody,
  subtitle: ({ details }) => details.area,
  highlights: (listing) => [
    periodOf(listing),
    [placeOf(listing), peopleOf(listing)].filter(Boolean).join(' · '),
  ],
  safetyTip: (_, { gives }) =>
    gives ? 'show the place before you take a deposit' : 'see the place before you pay a deposit',
  structuredData: () => ({ '@type': 'Demand' }),
}

function periodOf({ details }: Request): string {
  const period = readPeriod(definition, details)
  return period ? namePeriod(period) : ''
}

const placeOf = ({ details: { place } }: Request) =>
  place === 'Either' ? 'Room or whole place' : place

const peopleOf = ({ details: { people } }: Request) =>
  people === 1 ? '1 person' : `${people} people`

/** Returns "Under 20 min walk to North", if the student says how far it may be. */
function reachOf({ details: { near } }: Request): string | undefined {
  const parsed = parseNear(near ?? '')
  return parsed && describeNear(parsed)
}

function CardBody({ listing, title, isShort }: CardBodyProps<'wanted'>) {
  const { area } = listing.details
  return (
    <>
      {/* Without a cover, the heart stands in the corner. */}
      <div className={classNames('flex flex-wrap items-center gap-2', !isShort && 'min-h-11')}>
        <WantedBadge listing={listing} />
        <StatusBadge listing={listing} />
      </div>
      <Price listing={listing} />
      <p className="text-sm leading-snug">{periodOf(listing)}</p>
      {title}
      {!isShort && <CardDescription>{displayDescription(listing)}</CardDescription>}
      <CardLine>{area}</CardLine>
      <CardFacts
        facts={[placeOf(listing), peopleOf(listing), reachOf(listing)]}
        className="text-ink-2"
      />
      <CardAge listing={listing} />
    </>
  )
}
