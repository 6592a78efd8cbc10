import { type AcademicTerm, termAt, termNumberOf } from './academic-terms.ts'
import { addDays, addMonths, countDays, dayNumber, isDay } from './days.ts'
import type { CategoryDefinition, PeriodFields } from './define-category.ts'

/** When a thing is available. The last day is null if the end is open, undefined if nobody has given it. */
export interface Period {
  first: string
  last: string | null | undefined
}

/** A period counts for an academic term if it covers at least this share of it. */
export const minCoverage = 0.85

/** How many days a period may begin after the wanted first day, or end before the wanted last day. */
export const edgeToleranceDays = 7

/** How many days the end of a period may differ from that of a whole number of months. */
export const monthToleranceDays = 15

type Values = Readonly<Record<string, unknown>>

/** Returns undefined if the first day is missing. A stored end that is no longer valid counts as unknown. */
export function readPeriod({ period }: CategoryDefinition, values: Values): Period | undefined {
  if (!period) return undefined
  const { [period.from]: first, [period.to]: last } = values
  if (!isDay(first)) return undefined
  if (!isDay(last)) return { first, last: hasUnknownEnd(period, values) ? undefined : null }
  const isPossible = last >= first && last <= addMonths(first, period.maxMonths)
  return { first, last: isPossible ? last : undefined }
}

const hasUnknownEnd = ({ unknownEndWhen }: PeriodFields, values: Values) =>
  unknownEndWhen !== undefined && values[unknownEndWhen] === true

/**
 * Returns the academic terms that a period covers. Without a last day it returns none, because an open end would cover
 * endless terms.
 */
export function coveredTerms({ first, last }: Period): AcademicTerm[] {
  if (!last) return []
  const [from, to] = [termNumberOf(first), termNumberOf(last)]
  const touched = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) =>
    termAt(from + index),
  )
  return touched.filter((term) => coversTerm({ first, last }, term))
}

/**
 * Whether a period covers a term. The filter by term also finds a lease without an end that begins later in the term:
 * that only makes a list longer, and here it would be a promise.
 */
export function coversTerm({ first, last }: Period, term: AcademicTerm): boolean {
  if (last === undefined) return false
  const days = countDays(laterOf(first, term.first), earlierOf(last ?? term.last, term.last))
  return days >= minCoverage * countDays(term.first, term.last)
}

/** Returns the last day on which a period can begin and still cover the term. */
export const latestFirstDay = ({ first, last }: AcademicTerm): string =>
  addDays(last, 1 - Math.ceil(minCoverage * countDays(first, last)))

/** Returns the length in months, out of these lengths, that the period has, give or take some days. */
export function monthsOf({ first, last }: Period, lengths: readonly number[]): number | undefined {
  if (!last) return undefined
  const end = dayNumber(last) + 1
  return lengths.find(
    (months) => Math.abs(dayNumber(addMonths(first, months)) - end) <= monthToleranceDays,
  )
}

const laterOf = (a: string, b: string) => (a > b ? a : b)
const earlierOf = (a: string, b: string) => (a < b ? a : b)
