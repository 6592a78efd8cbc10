import { type AcademicTerm, areConsecutive, nextTerms } from '#categories/academic-terms.ts'

/** The period that a chip fills in: one term, or two in a row. */
export interface TermChoice {
  label: string
  first: string
  last: string
}

const termCount = 3

/** The next terms, then each term together with the following one, unless months lie between them. */
export function termChoices(today: string): TermChoice[] {
  const terms = nextTerms(today, termCount)
  const pairs = terms.slice(1).flatMap((next, index) => {
    const term = terms[index] as AcademicTerm
    return areConsecutive(term, next) ? joinTerms(term, next) : []
  })
  return [...terms, ...pairs]
}

/** Joins two terms, labelled "Winter + Spring 2027" or "Fall 2026 + Winter 2027". */
function joinTerms(term: AcademicTerm, next: AcademicTerm): TermChoice {
  const name = term.year === next.year ? term.name : term.label
  return { label: `${name} + ${next.label}`, first: term.first, last: next.last }
}
