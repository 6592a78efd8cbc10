import {
  type AcademicTerm,
  areConsecutive,
  termAt,
  termNumberOf,
} from '#categories/academic-terms.ts'
import { countDays, dayNumber } from '#categories/days.ts'
import type { Period } from '#categories/periods.ts'
import { formatDate, formatShortDate, pluralize } from './format.ts'

export const noEndDate = 'End date not given'

/** A period is named after its terms if it begins and ends within this many days of them. */
export const maxDaysOff = 7

/** Returns "Winter 2027", the days, or the first day of a period with an open end. */
export function namePeriod({ first, last }: Period): string {
  if (!last) return `From ${formatDate(first)}`
  const terms = termsWithin(first, last)
  return terms ? nameTerms(...terms) : nameDays(first, last)
}

/** Returns the term that the period is named after, if it is one term. */
export function termOf({ first, last }: Period): AcademicTerm | undefined {
  const [from, to] = (last && termsWithin(first, last)) || []
  return from?.id === to?.id ? from : undefined
}

const nameDays = (first: string, last: string) =>
  `${formatShortDate(first, last)} – ${formatDate(last)}`

/** Returns "Winter 2027 · 4 months" if the days are those of terms, otherwise the days. `today` is YYYY-MM-DD. */
export function describePeriod({ first, last }: Period, today: string): string {
  const available = first <= today ? 'Available now' : `Available ${formatDate(first)}`
  if (last === null) return available
  if (last === undefined) return `${available} · ${noEndDate}`
  if (last < today) return `Was available until ${formatDate(last)}`
  if (first <= today) return `${available} · Until ${formatDate(last)}`
  const terms = termsWithin(first, last)
  return terms ? describeTerms(...terms) : nameDays(first, last)
}

/** Returns the first and last term of a period, if it begins and ends with them and no free months lie between. */
function termsWithin(first: string, last: string): [AcademicTerm, AcademicTerm] | undefined {
  const start = termNumberOf(first)
  const end = termNumberOf(last)
  const from = [start, start + 1].find((number) => isNear(termAt(number).first, first))
  const to = [end, Math.max(0, end - 1)].find((number) => isNear(termAt(number).last, last))
  if (from === undefined || to === undefined || to < from) return undefined
  const [firstTerm, lastTerm] = [termAt(from), termAt(to)]
  return areConsecutive(firstTerm, lastTerm) ? [firstTerm, lastTerm] : undefined
}

const isNear = (a: string, b: string) => Math.abs(dayNumber(a) - dayNumber(b)) <= maxDaysOff

function describeTerms(from: AcademicTerm, to: AcademicTerm): string {
  // The months are those of the terms. The period itself may be two weeks shorter.
  const days = countDays(from.first, to.last)
  return `${nameTerms(from, to)} · ${pluralize(Math.round(days / daysPerMonth), 'month')}`
}

const daysPerMonth = 365.25 / 12

/** Returns "Winter and Spring 2027", "Fall 2026 and Winter 2027" or "Winter to Fall 2027". */
function nameTerms(from: AcademicTerm, to: AcademicTerm): string {
  if (from.id === to.id) return to.label
  const start = from.year === to.year ? from.name : from.label
  const areAdjacent = termNumberOf(from.first) + 1 === termNumberOf(to.first)
  return `${start} ${areAdjacent ? 'and' : 'to'} ${to.label}`
}
