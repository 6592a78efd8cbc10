import { type AcademicTerm, nextTerms } from '#categories/academic-terms.ts'

/** Terms that a chip fills in. */
export interface TermChoice {
  label: string
  first: string
  last: string
}

const termCount = 3

/** The next terms, then each with the one after it. */
export function termChoices(today: string): TermChoice[] {
  const terms = nextTerms(today, termCount)
  const pairs = terms.slice(1).map((next, index) => joinTerms(terms[index] as AcademicTerm, next))
  return [...terms, ...pairs]
}

/** "Winter + Spring 2027", or "Fall 2026 + Winter 2027". */
function joinTerms(term: AcademicTerm, next: AcademicTerm): TermChoice {
  const name = term.year === next.year ? term.name : term.label
  return { label: `${name} + ${next.label}`, first: term.first, last: next.last }
}
