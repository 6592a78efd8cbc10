import { parseTerm, termAt, termNumberOf } from '#categories/academic-terms.ts'

const termCount = 6

/** The term of today and the next ones; also the chosen one, if a link has another. */
export function termOptions(today: string, chosen: string) {
  const current = termNumberOf(today)
  const upcoming = Array.from({ length: termCount }, (_, index) => termAt(current + index))
  const other = parseTerm(chosen)
  const isListed = !other || upcoming.some(({ id }) => id === other.id)
  const terms = isListed ? upcoming : [...upcoming, other]
  return terms
    .toSorted((a, b) => (a.first < b.first ? -1 : 1))
    .map(({ id, label }) => ({ value: id, label }))
}
