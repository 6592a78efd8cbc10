import { campus } from '#campus/campus.ts'
import { nextTerms, termAt, termNumberOf } from '#categories/academic-terms.ts'
import { addDays, addMonths } from '#categories/days.ts'
import type { SeededRandom } from './seeded-random.ts'

interface SeededPeriod {
  first: string
  last: string | null
  /** The name of the term in which the period begins, in lower case. */
  term: string
}

/** Generates the period of a rental. Most sublets are for a term or two. A lease begins with a month and has no end. */
export function generatePeriod(
  { chance, integer }: SeededRandom,
  today: string,
  isSublet: boolean,
): SeededPeriod {
  if (!isSublet) {
    return startingOn(addMonths(`${today.slice(0, 7)}-01`, integer(1, 12)), null)
  }
  if (chance(0.7)) {
    const next = termNumberOf(nextTerms(today, 1)[0]?.first ?? today)
    const number = next + integer(0, campus.terms.length - 1)
    const { last } = termAt(chance(0.7) ? number : number + 1)
    return startingOn(termAt(number).first, last)
  }
  const first = addDays(today, integer(1, 200))
  return startingOn(first, chance(0.5) ? addDays(first, integer(20, 300)) : null)
}

const startingOn = (first: string, last: string | null): SeededPeriod => ({
  first,
  last,
  term: termAt(termNumberOf(first)).name.toLowerCase(),
})
