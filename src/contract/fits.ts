import { z } from 'zod'
import { parseTerm, termAt, termNumberOf } from '#categories/academic-terms.ts'
import { addDays } from '#categories/days.ts'
import { categories, categoryById } from '#categories/index.ts'
import { estimateName } from '#categories/listing-values.ts'
import { describeReach, type KnownMinutes, parseNear, quickestWay } from '#categories/minutes.ts'
import { coveredTerms, edgeToleranceDays, type Period, readPeriod } from '#categories/periods.ts'
import { homeBedrooms, placeOf } from '#categories/rental/home.ts'
import { toCents } from '#categories/stored-listing.ts'
import { formatPrice } from '#format/format.ts'
import { namePeriod } from '#format/format-period.ts'
import type { ListingContent } from './listing.ts'
import { listItem } from './listings.ts'
import type { ProfileListing } from './profile.ts'

type Facts = Pick<ListingContent, 'price' | 'details'>

/** Why a place fits a request. */
export interface Fit {
  /** When the student needs the place. */
  period: Period
  /** How much less than their limit they would pay. */
  dollarsUnder: number
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
  if (people > placesOf(rental)) return undefined
  const cents = toCents(wanted.price) - monthlyCents(rental, people)
  if (rental.price <= 0 || cents < 0) return undefined
  const near = parseNear(String(wanted.details.near ?? ''))
  const { minutes, [estimateName('minutes')]: estimates } = rental.details
  // A place that does not say how far the campus is may still be near.
  const reach = near && quickestWay(minutes, estimates, near.place, near.way)
  if (reach && reach.step > near.minutes) return undefined
  return {
    period,
    dollarsUnder: cents / 100,
    ...(people > 1 && { bedrooms: placesOf(rental) }),
    ...(reach && { reach }),
  }
}

/** Whether the filters of rentals would find the rental for this time: the filter of a term, or those of days. */
function isAvailable(rental: Facts, wanted: Period): boolean {
  const offered = readPeriod(categoryById.rental, rental.details)
  if (!offered) return false
  const term = wholeTerm(wanted)
  return term ? coversTerm(offered, term.id) : coversDays(offered, wanted)
}

/** Returns the term that a period is, to the day. The form's buttons for terms enter such periods. */
export function wholeTerm({ first, last }: Period) {
  const term = termAt(termNumberOf(first))
  return term.first === first && term.last === last ? term : undefined
}

const coversTerm = (offered: Period, termId: string) => {
  const last = parseTerm(termId)?.last ?? ''
  if (offered.last === null) return offered.first <= last
  return coveredTerms(offered).some(({ id }) => id === termId)
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
export const placesOf = ({ details }: Pick<Facts, 'details'>): number =>
  placeOf(details) === 'room' ? 1 : Math.max(1, homeBedrooms(details) ?? 1)

/** Returns what all of them pay. A price per room is paid by each. */
const monthlyCents = ({ price, details }: Facts, people: number) =>
  toCents(price) * (details.is_cost_per_room === true ? people : 1)

/** Returns "Winter 2027 · $50 under your limit · under 15 min to North". */
export function describeFit(
  { period, dollarsUnder, bedrooms, reach }: Fit,
  whose: 'your' | 'their',
) {
  const price = dollarsUnder > 0 ? `${formatPrice(dollarsUnder)} under` : 'at'
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
