import { terms } from '#campus.ts'
import { countDays } from './days.ts'

/** An academic term of one year, its first and last day included. */
export interface AcademicTerm {
  /** "2027-winter", as in URLs. */
  id: string
  /** "Winter 2027". */
  label: string
  name: string
  year: number
  first: string
  last: string
}

const termsPerYear = terms.length

/** Terms are numbered through the years, so that the next one has the next number. */
export function termAt(number: number): AcademicTerm {
  const year = Math.floor(number / termsPerYear)
  const definition = terms[number % termsPerYear]
  if (!definition) throw new Error('The campus file has no terms.')
  const { id, name, firstDay, lastDay } = definition
  const yearText = String(year).padStart(4, '0')
  return {
    id: `${yearText}-${id}`,
    label: `${name} ${year}`,
    name,
    year,
    first: `${yearText}-${firstDay}`,
    last: `${yearText}-${lastDay}`,
  }
}

/** The number of the first term that ends on the day or later. */
export function termNumberOf(day: string): number {
  const year = Number(day.slice(0, 4))
  const index = terms.findIndex(({ lastDay }) => lastDay >= day.slice(5))
  return year * termsPerYear + (index === -1 ? termsPerYear : index)
}

export function parseTerm(id: string): AcademicTerm | undefined {
  const [, year, name] = /^(\d{4})-([a-z]+)$/.exec(id.trim().toLowerCase()) ?? []
  const index = terms.findIndex((term) => term.id === name)
  return index === -1 ? undefined : termAt(Number(year) * termsPerYear + index)
}

/** Exams and holidays may take this long between two terms. */
const maxDaysBetween = 31

/** Whether a period of these terms has no free time between them, as a summer without a term is. */
export function areConsecutive(from: AcademicTerm, to: AcademicTerm): boolean {
  for (let number = termNumberOf(from.first); number < termNumberOf(to.first); number++) {
    // Both days are counted.
    const daysBetween = countDays(termAt(number).last, termAt(number + 1).first) - 2
    if (daysBetween > maxDaysBetween) return false
  }
  return true
}

/** The next terms that have not begun. */
export function nextTerms(today: string, count: number): AcademicTerm[] {
  const current = termNumberOf(today)
  const first = termAt(current).first > today ? current : current + 1
  return Array.from({ length: count }, (_, index) => termAt(first + index))
}
