import { type AcademicTerm, termAt, termNumberOf } from './academic-terms.ts'
import { addMonths, countDays, dayNumber, isDay } from './days.ts'
import type { CategoryDefinition, PeriodFields } from './define-category.ts'

/** When a thing can be had: the last day is null if its end is open, undefined if nobody said. */
export interface Period {
  first: string
  last: string | null | undefined
}

/** A period counts for an academic term of which it covers this share. */
export const minCoverage = 0.85

/** A period may begin so many days after the day it is wanted from, and end so many before the day it is wanted until. */
export const toleranceDays = 7

/** A period counts as so many months if its end is within these days of theirs. */
export const monthToleranceDays = 15

type Values = Readonly<Record<string, unknown>>

/** Undefined where the first day is missing. A stored end that cannot be saved any more counts as unknown. */
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

/** The academic terms that a period covers: none unless its last day is known, as one with an open end covers endless ones. */
export function coveredTerms({ first, last }: Period): AcademicTerm[] {
  if (!last) return []
  const [from, to] = [termNumberOf(first), termNumberOf(last)]
  const touched = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) =>
    termAt(from + index),
  )
  return touched.filter((term) => {
    const days = countDays(laterOf(first, term.first), earlierOf(last, term.last))
    return days >= minCoverage * countDays(term.first, term.last)
  })
}

/** Of these lengths in months, the one that the period has, give or take some days. */
export function monthsOf({ first, last }: Period, lengths: readonly number[]): number | undefined {
  if (!last) return undefined
  const end = dayNumber(last) + 1
  return lengths.find(
    (months) => Math.abs(dayNumber(addMonths(first, months)) - end) <= monthToleranceDays,
  )
}

const laterOf = (a: string, b: string) => (a > b ? a : b)
const earlierOf = (a: string, b: string) => (a < b ? a : b)
