import { z } from 'zod'
import { addDays } from '#categories/days.ts'
import { categories, categoryById } from '#categories/index.ts'
import { estimateName } from '#categories/listing-values.ts'
import { describeReach, type KnownMinutes, parseNear, quickestWay } from '#categories/minutes.ts'
import { coversTerm, edgeToleranceDays, type Period, readPeriod } from '#categories/periods.ts'
import { homeBedrooms, partyPrice, placeOf } from '#categories/rental/home.ts'
import { toCents } from '#categories/stored-listing.ts'
import { formatPrice } from '#format/format.ts'
import { namePeriod, termOf } from '#format/format-period.ts'
import type { ListingContent } from './listing.ts'
import { listItem } from './listings.ts'
import type { ProfileListing } from './profile.ts'

type Facts = Pick<ListingContent, 'price' | 'details'>

/** Why a place fits a request. */
export interface Fit {
  /** When the student needs the place. */
  period: Period
  /** How much less than their limit they would pay. */
  amountUnder: number
  /** How many bedrooms several people get. */
  bedrooms?: number
  /** The way to the campus of the request, if the place says how long it takes. */
  reach?: KnownMinutes
}

/**
 * The one rule of what fits. Returns why the rental fits the request, or undefined. It compares what the filters of
 * rentals compare: the days, the price, a room or a whole place, the people, and the minutes to a campus.
 */
export function fitsWanted(wanted: Facts, rental: Facts): Fit | undefined {
  const period = readPeriod(categoryById.wanted, wanted.details)
  const people = peopleOf(wanted)
  if (!period || !isAvailable(rental, period) || !isWantedPlace(wanted, rental)) return undefined
  if (people > capacityOf(rental)) return undefined
  const price = partyPrice(rental, people)
  // A share of a price above the limit does not fit: it needs others who pay the rest.
  if (price === null || rental.price <= 0 || rental.price > wanted.price) return undefined
  const cents = toCents(wanted.price) - toCents(price)
  if (cents < 0) return undefined
  const near = parseNear(String(wanted.details.near ?? ''))
  const { minutes, [estimateName('minutes')]: estimates } = rental.details
  // A place that does not say how far the campus is may still be near.
  const reach = near && quickestWay(minutes, estimates, near.place, near.way)
  if (reach && reach.step > near.minutes) return undefined
  return {
    period,
    amountUnder: cents / 100,
    ...(people > 1 && { bedrooms: capacityOf(rental) }),
    ...(reach && { reach }),
  }
}

/**
 * Whether the rental is available for this time: by the rule of terms for a period that is named after a term, and by
 * the filters of days for any other.
 */
function isAvailable(rental: Facts, wanted: Period): boolean {
  const offered = readPeriod(categoryById.rental, rental.details)
  if (!offered) return false
  const term = termOf(wanted)
  return term ? coversTerm(offered, term) : coversDays(offered, wanted)
}

function coversDays(offered: Period, { first, last }: Period): boolean {
  if (offered.first > addDays(first, edgeToleranceDays)) return false
  if (offered.last === null) return true
  // Without a last day, the place must be there on the first. A place whose end is unknown may be.
  if (!last) return offered.last === undefined || offered.last >= first
  return offered.last !== undefined && offered.last >= addDays(last, -edgeToleranceDays)
}

/** Whether the rental is a room or a whole place, as the student wants. A rental that does not say fits "Either". */
const isWantedPlace = ({ details }: Facts, rental: Facts) =>
  details.place === 'Either' || String(details.place).toLowerCase() === placeOf(rental.details)

const peopleOf = ({ details }: Facts) => Math.max(1, Number(details.people) || 1)

/** Returns how many people have a bedroom of their own. A room is for one. */
export const capacityOf = ({ details }: Pick<Facts, 'details'>): number =>
  placeOf(details) === 'room' ? 1 : Math.max(1, homeBedrooms(details) ?? 1)

/** Returns "Winter 2027 · $50 under your limit · under 15 min to North". */
export function describeFit(
  { period, amountUnder, bedrooms, reach }: Fit,
  whose: 'your' | 'their',
) {
  const price = amountUnder > 0 ? `${formatPrice(amountUnder)} under` : 'at'
  return [
    namePeriod(period),
    `${price} ${whose} limit`,
    ...(bedrooms ? [`${bedrooms} bedrooms`] : []),
    ...(reach ? [describeReach(reach)] : []),
  ].join(' · ')
}

/** How many listings that fit a response has. */
export const maxFits = 50

/** The places that fit a request, or the requests that a place fits. */
export interface FitsResponse {
  total: number
  /** False if there are more. */
  total_exact: boolean
  results: (ProfileListing & { why: string })[]
}

export const fitsResponse = z.object({
  total: z.int(),
  total_exact: z.boolean(),
  results: z.array(
    z.union(
      categories.map((category) =>
        z.object({
          category: z.literal(category.id),
          listing: listItem(category),
          why: z.string(),
        }),
      ),
    ),
  ),
}) as unknown as z.ZodType<FitsResponse>
