import { addDays, dayNumber } from '#categories/days.ts'
import type { MonthsFilter } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import {
  coveredTerms,
  edgeToleranceDays,
  monthsOf,
  type Period,
  readPeriod,
} from '#categories/periods.ts'
import type { FilterCondition } from '#contract/filter-conditions.ts'
import { categoryOf, type ListingFacts } from '#contract/listing.ts'
import { escapeTerm } from './search-terms.ts'

type Condition<Kind extends FilterCondition['kind']> = Extract<FilterCondition, { kind: Kind }>

const firstDay = 'first'
const lastDay = 'last'
/** The name of the term for the first day of a period with an open end. */
const openFrom = 'open_from'
const openEnd = fullTerm(lastDay, 'never')
const unknownEnd = fullTerm(lastDay, 'unknown')

/** Returns the index terms of a listing's period, for each filter on periods. */
export function periodTerms(listing: ListingFacts): string[] {
  const category = categoryOf(listing)
  const period = readPeriod(category, listing.details)
  if (!period) return []
  return [
    dayTerm(firstDay, period.first),
    ...lastDayTerms(period),
    ...coveredTerms(period).map(({ id }) => academicTermTerm(id)),
    ...monthsTerms(category, period),
  ]
}

/** Returns the searchable text of the period: the names of the academic terms that it covers, such as "Winter 2027". */
export function periodText(listing: ListingFacts): string {
  const period = readPeriod(categoryOf(listing), listing.details)
  return period
    ? coveredTerms(period)
        .map(({ label }) => label)
        .join(' ')
    : ''
}

/** Returns the prefixes of terms for the conditions about the period. A match needs one prefix of each list. */
export function periodConditionTerms(conditions: readonly FilterCondition[]): string[][] {
  const find = <Kind extends FilterCondition['kind']>(kind: Kind) =>
    conditions.find((condition): condition is Condition<Kind> => condition.kind === kind)
  const [academicTerm, months] = [find('term'), find('months')]
  const open = find('unknownEnd')
  return [
    ...(academicTerm ? [academicTermPrefixes(academicTerm)] : []),
    ...(open ? [daysUpTo(firstDay, open.latestFirst), [unknownEnd]] : []),
    ...(months ? [[monthsTerm(months.months)]] : []),
    ...dayPrefixes(find('from'), find('to')),
  ]
}

/**
 * Returns the prefixes for an academic term. A period with an open end covers too many terms to index, so its first day
 * finds it.
 */
const academicTermPrefixes = ({ id, last }: Condition<'term'>) => [
  academicTermTerm(id),
  ...daysUpTo(openFrom, last),
]

/**
 * Returns the prefixes for a range of days. The period may begin or end a few days off. If only one day is given, the
 * period must include that day. With `to`, a period whose end is unknown does not match.
 */
function dayPrefixes(from?: Condition<'from'>, to?: Condition<'to'>): string[][] {
  const latestFirst = from ? addDays(from.day, edgeToleranceDays) : to?.day
  const earliestLast = to ? addDays(to.day, -edgeToleranceDays) : from?.day
  if (latestFirst === undefined || earliestLast === undefined) return []
  return [
    daysUpTo(firstDay, latestFirst),
    [...daysFrom(lastDay, earliestLast), openEnd, ...(to ? [] : [unknownEnd])],
  ]
}

/**
 * Returns the prefixes for periods that lie within this one. Within one without an end, they may also begin earlier,
 * because such a period counts for a term that it begins in.
 */
export function periodsWithin({ first, last }: Period): string[][] {
  if (last === null) return [[...daysFrom(lastDay, first), openEnd]]
  // A period with an open end asks only for the first day.
  const ends = last === undefined ? [openEnd] : [...daysUpTo(lastDay, last), openEnd]
  return [daysFrom(firstDay, first), ends]
}

function lastDayTerms({ first, last }: Period): string[] {
  if (last === null) return [openEnd, dayTerm(openFrom, first)]
  return [last === undefined ? unknownEnd : dayTerm(lastDay, last)]
}

function monthsTerms({ filters }: AnyCategory, period: Period): string[] {
  const filter = Object.values(filters).find(
    (found): found is MonthsFilter => found.kind === 'months',
  )
  const months = filter && monthsOf(period, filter.options)
  return months ? [monthsTerm(months)] : []
}

const academicTermTerm = (id: string) => fullTerm('term', id)
const monthsTerm = (months: number) => fullTerm('months', String(months))

/** Ends the term with a mark. Terms are searched as prefixes, so none may be the prefix of another. */
function fullTerm(name: string, value: string): string {
  return `${name}=${escapeTerm(value)}/`
}

/**
 * The length of a day in a term. A day is written in binary, as its number since 1970. At most 17 prefixes then cover
 * the days up to a day, or from a day on; decimal digits would need up to 60. Days before 1970 or after 2149 count as
 * the first or last day.
 */
const binaryDigits = 16

const toBinary = (day: string): string =>
  Math.min(Math.max(dayNumber(day), 0), 2 ** binaryDigits - 1)
    .toString(2)
    .padStart(binaryDigits, '0')

export const dayTerm = (name: string, day: string): string => `${name}:${toBinary(day)}`

/** Returns prefixes that cover the terms of this day and of all days before it. */
export const daysUpTo = (name: string, day: string): string[] => rangePrefixes(name, day, '1', '0')

/** Returns prefixes that cover the terms of this day and of all days after it. */
export const daysFrom = (name: string, day: string): string[] => rangePrefixes(name, day, '0', '1')

/** Returns the day itself and, for each digit whose sibling is in the range, the prefix that ends with this sibling. */
function rangePrefixes(name: string, day: string, digit: string, sibling: string): string[] {
  const binary = toBinary(day)
  const siblings = Array.from(binary, (found, index) =>
    found === digit ? [binary.slice(0, index) + sibling] : [],
  )
  return [...siblings.flat(), binary].map((prefix) => `${name}:${prefix}`)
}
