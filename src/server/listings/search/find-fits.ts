import sql, { join } from 'sql-template-tag'
import { addDays } from '#categories/days.ts'
import { type AnyCategory, categoryById, seekerOf } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { type NearValue, parseNear } from '#categories/minutes.ts'
import { coveredTerms, edgeToleranceDays, type Period, readPeriod } from '#categories/periods.ts'
import { placeOf } from '#categories/rental/home.ts'
import { toCents } from '#categories/stored-listing.ts'
import { maxPeople } from '#categories/wanted/definition.ts'
import type { FilterCondition } from '#contract/filter-conditions.ts'
import { capacityOf, type Fit, fitsWanted } from '#contract/fits.ts'
import { categoryOf, type ListingContent } from '#contract/listing.ts'
import { isListed, statusAt } from '#contract/listing-status.ts'
import { maxDaysOff, termOf } from '#format/format-period.ts'
import type { Db } from '../../database/database.ts'
import { readBlockCheck } from '../../students/block-keys.ts'
import { hasSameMailbox } from '../../students/person.ts'
import { findListingRows, type ListingRow } from '../listing-queries.ts'
import { readContent } from '../present-listing.ts'
import { type ListCriteria, type SortPosition, toListOrder } from './list-criteria.ts'
import { searchPage } from './list-listings.ts'
import { periodsWithin } from './period-terms.ts'
import { toPeriodTerms, toSearchTerms } from './search-text.ts'

/** How many candidates the rule is asked about, the newest first. */
const maxCandidates = 200

export interface FittingRow {
  row: ListingRow
  fit: Fit
}

/** Returns the category whose listings may fit those of this one, or undefined. */
export function counterpartOf(category: AnyCategory): AnyCategory | undefined {
  const { seeks } = category
  const sought = seeks && Object.values(categoryById).find(({ id }) => id === seeks.category)
  return sought ?? seekerOf(category)
}

/** Returns why two listings fit, whichever of them is the request. */
export function fitOf(a: ListingContent, b: ListingContent): Fit | undefined {
  return categoryOf(a).seeks ? fitsWanted(a, b) : fitsWanted(b, a)
}

interface FitPage {
  after?: SortPosition | undefined
  limit?: number
}

/**
 * Finds listings that fit this one, the newest first. The search index finds all that may fit, and the rule decides
 * about a page of them. `next` is where the next page begins, if there is one.
 */
export async function findFits(
  db: Db,
  row: ListingRow,
  now: number,
  { after, limit = maxCandidates }: FitPage = {},
): Promise<{ fits: FittingRow[]; next?: SortPosition | undefined }> {
  const content = readContent(row)
  const criteria = toFitCriteria(content)
  if (!criteria) return { fits: [] }
  const found = await searchPage(db, { ...criteria, after, limit: limit + 1 })
  const candidates = found.slice(0, limit)
  const rowById = await findListingRows(
    db,
    candidates.map(({ id }) => id),
  )
  const fits = candidates.flatMap(({ id }): FittingRow[] => {
    const other = rowById.get(id)
    const fit = other && isListed(statusAt(other, now)) && fitOf(content, readContent(other))
    return other && fit ? [{ row: other, fit }] : []
  })
  return { fits, next: found.length > limit ? candidates.at(-1) : undefined }
}

/** Leaves out listings of the same student, and of students who have blocked them or whom they have blocked. */
export async function withoutBlocked(
  db: Db,
  student: { id: number; email: string },
  fits: readonly FittingRow[],
): Promise<FittingRow[]> {
  const sellerIds = [...new Set(fits.map(({ row }) => row.seller_id))]
  if (sellerIds.length === 0) return []
  const sellers = await db.all<{ id: number; email: string }>(sql`
    SELECT id, email FROM users WHERE id IN (${join(sellerIds)})`)
  const isBlocked = await readBlockCheck(db, student)
  const shown = new Set(
    sellers
      .filter((seller) => !hasSameMailbox(student, seller) && !isBlocked(seller))
      .map(({ id }) => id),
  )
  return fits.filter(({ row }) => shown.has(row.seller_id))
}

/**
 * Keeps the first request of each student, because the page and the email count students. A student may offer many
 * places, so those all stay.
 */
export function onePerStudent<Fitting extends FittingRow>(fits: readonly Fitting[]): Fitting[] {
  const seen = new Set<number>()
  return fits.filter(({ row }) => {
    const isCounted = !seen.has(row.seller_id)
    seen.add(row.seller_id)
    return isCounted || !categoryOf(row).seeks
  })
}

/** Returns what the search index is asked for, or undefined if nothing can fit. All that fits is found, and a little more. */
export function toFitCriteria(listing: ListingContent): ListCriteria | undefined {
  const other = counterpartOf(categoryOf(listing))
  const period = readPeriod(categoryOf(listing), listing.details)
  if (!other || !period) return undefined
  const parts = categoryOf(listing).seeks
    ? rentalsFor(listing, period)
    : requestsFor(listing, period)
  return { category: other.id, order: toListOrder('new', other), limit: maxCandidates, ...parts }
}

type CriteriaParts = Pick<ListCriteria, 'terms' | 'prices'>

const choice = (field: string, values: readonly (string | number)[]): FilterCondition => ({
  kind: 'choice',
  field,
  values,
})

/** The rentals from which the campus is near, and those that do not say. */
const nearOrUnsaid = ({ place, way, minutes }: NearValue): FilterCondition => ({
  kind: 'near',
  field: 'minutes',
  placeId: place.id,
  way,
  minutes,
  orUnsaid: true,
})

/** The numbers from the first to the last. */
const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

/** A home has at most 20 other rooms and this one. */
const maxBedrooms = 21

/** The rentals that a request may fit, by the filters of rentals. */
function rentalsFor({ details, price }: ListingContent, period: Period): CriteriaParts {
  const term = termOf(period)
  const days: FilterCondition[] = term
    ? [{ kind: 'term', id: term.id, last: term.last }]
    : [
        { kind: 'from', day: period.first },
        ...(period.last ? [{ kind: 'to', day: period.last } as const] : []),
      ]
  const people = Number(details.people) || 1
  const place = String(details.place).toLowerCase()
  const near = parseNear(String(details.near ?? ''))
  const conditions: FilterCondition[] = [
    ...days,
    ...(place === 'either' ? [] : [choice('place', [place])]),
    ...(people > 1 ? [choice('rented_bedrooms', range(people, maxBedrooms))] : []),
    ...(near ? [nearOrUnsaid(near)] : []),
  ]
  return {
    terms: toSearchTerms(categoryById.rental, undefined, conditions),
    prices: { min: 1, max: toCents(price) },
  }
}

/** The requests that a rental may fit: the same filters, read the other way round. */
function requestsFor(rental: ListingContent, period: Period): CriteriaParts {
  const place = placeOf(rental.details)
  const places = { room: ['Room', 'Either'], 'whole place': ['Whole place', 'Either'] }
  const conditions = [
    choice('place', place ? places[place] : ['Either']),
    choice('people', range(1, Math.min(capacityOf(rental), maxPeople))),
  ]
  const { wanted } = categoryById
  return {
    terms: [
      ...toSearchTerms(wanted, undefined, conditions),
      ...toPeriodTerms(wanted, periodsWithin(toWidest(period))),
    ],
    prices: { min: Math.max(1, toCents(rental.price)), max: toCents(maxPrice) },
  }
}

/** Returns the period with the days by which a request may go beyond it. One for a covered term may go further. */
function toWidest(period: Period): Period {
  const { first, last } = period
  const terms = coveredTerms(period)
  const earliest = [
    addDays(first, -edgeToleranceDays),
    ...terms.map((term) => addDays(term.first, -maxDaysOff)),
  ]
  const latest = last
    ? [addDays(last, edgeToleranceDays), ...terms.map((term) => addDays(term.last, maxDaysOff))]
    : []
  return {
    first: earliest.toSorted()[0] ?? first,
    last: last ? latest.toSorted().at(-1) : last,
  }
}
