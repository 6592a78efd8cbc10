import { addDays, dayNumber } from '#categories/days.ts'
import type { MonthsFilter } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import {
  coveredTerms,
  monthsOf,
  type Period,
  readPeriod,
  toleranceDays,
} from '#categories/periods.ts'
import type { FilterCondition } from '#contract/filter-conditions.ts'
import { categoryOf, type ListingFacts } from '#contract/listing.ts'
import { escapeTerm } from './search-terms.ts'

type Condition<Kind extends FilterCondition['kind']> = Extract<FilterCondition, { kind: Kind }>

const firstDay = 'first'
const lastDay = 'last'
/** The first day of a period with an open end. */
const openFrom = 'open_from'
const openEnd = fullTerm(lastDay, 'never')
const unknownEnd = fullTerm(lastDay, 'unknown')

/** The index terms of a listing's period, for each of the filters of it. */
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

/** The searchable text of the period: the names of the academic terms that it covers, such as "Winter 2027". */
export function periodText(listing: ListingFacts): string {
  const period = readPeriod(categoryOf(listing), listing.details)
  return period
    ? coveredTerms(period)
        .map(({ label }) => label)
        .join(' ')
    : ''
}

/** Returns prefixes of terms for the conditions about the period. A match needs one of each list. */
export function periodConditionTerms(conditions: readonly FilterCondition[]): string[][] {
  const find = <Kind extends FilterCondition['kind']>(kind: Kind) =>
    conditions.find((condition): condition is Condition<Kind> => condition.kind === kind)
  const [academicTerm, months] = [find('term'), find('months')]
  return [
    ...(academicTerm ? [academicTermPrefixes(academicTerm)] : []),
    ...(months ? [[monthsTerm(months.months)]] : []),
    ...dayPrefixes(find('from'), find('to')),
  ]
}

/** A period with an open end covers too many academic terms to name them all: it is found by its first day. */
const academicTermPrefixes = ({ id, last }: Condition<'term'>) => [
  academicTermTerm(id),
  ...daysUpTo(openFrom, last),
]

/**
 * With only one day, the period includes it, and may begin or end some days off. Whether it lasts until `to` must be
 * known.
 */
function dayPrefixes(from?: Condition<'from'>, to?: Condition<'to'>): string[][] {
  const latestFirst = from ? addDays(from.day, toleranceDays) : to?.day
  const earliestLast = to ? addDays(to.day, -toleranceDays) : from?.day
  if (latestFirst === undefined || earliestLast === undefined) return []
  return [
    daysUpTo(firstDay, latestFirst),
    [...daysFrom(lastDay, earliestLast), openEnd, ...(to ? [] : [unknownEnd])],
  ]
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

/** The term has a mark at its end: it is searched as a prefix, and must not be the prefix of another term. */
function fullTerm(name: string, value: string): string {
  return `${name}=${escapeTerm(value)}/`
}

/**
 * Ranges of days are prefixes of terms. A day is its number since 1970 in binary, so that the days up to a day, or from
 * it on, are those with one of at most 17 prefixes; decimal digits would need up to 60. Days outside 1970 to 2149 count
 * as the first or the last of them.
 */
const binaryDigits = 16

const toBinary = (day: string): string =>
  Math.min(Math.max(dayNumber(day), 0), 2 ** binaryDigits - 1)
    .toString(2)
    .padStart(binaryDigits, '0')

export const dayTerm = (name: string, day: string): string => `${name}:${toBinary(day)}`

/** The terms of this day and of all before it begin with one of these. */
export const daysUpTo = (name: string, day: string): string[] => rangePrefixes(name, day, '1', '0')

/** The terms of this day and of all after it begin with one of these. */
export const daysFrom = (name: string, day: string): string[] => rangePrefixes(name, day, '0', '1')

/** The day itself, and at each digit that has a sibling in the range, all that begin with that sibling. */
function rangePrefixes(name: string, day: string, digit: string, sibling: string): string[] {
  const binary = toBinary(day)
  const siblings = Array.from(binary, (found, index) =>
    found === digit ? [binary.slice(0, index) + sibling] : [],
  )
  return [...siblings.flat(), binary].map((prefix) => `${name}:${prefix}`)
}
