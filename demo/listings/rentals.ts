import { nextTerms, termAt, termNumberOf } from '#categories/academic-terms.ts'
import { addDays } from '#categories/days.ts'
import type { SampleOf } from '../demo-listing.ts'
import { leases } from './rental-leases.ts'
import type { SamplePeriod } from './rental-sample.ts'
import { sublets } from './rental-sublets.ts'

/** Returns the sample rentals, which become available after today. */
export const rentals = (today: string): SampleOf<'rental'>[] =>
  [...sublets, ...leases].map(({ period, body, ...rental }) => {
    const { first, last } = periodDays(today, period)
    const { name } = termAt(termNumberOf(first))
    const fillTerm = (text: string) =>
      text.replaceAll('{Term}', name).replaceAll('{term}', name.toLowerCase())
    return {
      ...rental,
      body: {
        ...body,
        title: fillTerm(body.title),
        description: fillTerm(body.description),
        date_available: first,
        available_to: last,
      },
    }
  })

/** Returns the days of a sample's period, counted from today. */
export function periodDays(
  today: string,
  period: SamplePeriod,
): { first: string; last: string | null } {
  if ('inDays' in period) {
    const first = addDays(today, period.inDays)
    return { first, last: period.days ? addDays(first, period.days) : null }
  }
  const { term, terms = 0 } = period
  const firstTerm = termNumberOf(nextTerms(today, 1)[0]?.first ?? today) + term
  return {
    first: termAt(firstTerm).first,
    last: terms ? termAt(firstTerm + terms - 1).last : null,
  }
}
