import { campus } from '#campus/campus.ts'
import { countDays } from './days.ts'

/** An academic term of one year, its first and last day included. */
export interface AcademicTerm {
  /** The term's id in URLs: "2027-winter". */
  id: string
  /** The term's name with its year: "Winter 2027". */
  label: string
  name: string
  year: number
  first: string
  last: string
}

/** Returns the term with this number. Numbers run on through the years, so the next term has the next number. */
export function termAt(number: number): AcademicTerm {
  const { terms } = campus
  const year = Math.floor(number / terms.length)
  const definition = terms[number % terms.length]
  if (!definition) throw new Error('The campus has no terms.')
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

/** Returns the number of the first term that ends on this day or later. */
export function termNumberOf(day: string): number {
  const year = Number(day.slice(0, 4))
  const { terms } = campus
  const index = terms.findIndex(({ lastDay }) => lastDay >= day.slice(5))
  return year * terms.length + (index === -1 ? terms.length : index)
}

export function parseTerm(id: string): AcademicTerm | undefined {
  const [, year, name] = /^(\d{4})-([a-z]+)$/.exec(id.trim().toLowerCase()) ?? []
  const { terms } = campus
  const index = terms.findIndex((term) => term.id === name)
  return index === -1 ? undefined : termAt(Number(year) * terms.length + index)
}

/** The longest break between consecutive terms, in days: it leaves room for exams and holidays. */
const maxDaysBetween = 31

/** Whether a period from one term to the other has no long break in it, such as a summer without a term. */
export function areConsecutive(from: AcademicTerm, to: AcademicTerm): boolean {
  for (let number = termNumberOf(from.first); number < termNumberOf(to.first); number++) {
    // `countDays` counts both days, and neither is between the terms.
    const daysBetween = countDays(termAt(number).last, termAt(number + 1).first) - 2
    if (daysBetween > maxDaysBetween) return false
  }
  return true
}

/** Returns the next terms that have not begun. */
export function nextTerms(today: string, count: number): AcademicTerm[] {
  const current = termNumberOf(today)
  const first = termAt(current).first > today ? current : current + 1
  return Array.from({ length: count }, (_, index) => termAt(first + index))
}
