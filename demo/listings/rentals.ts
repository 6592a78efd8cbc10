import type { SampleOf } from '../demo-listing.ts'
import { leases } from './rental-leases.ts'
import { sublets } from './rental-sublets.ts'

const firstOfMonth = (now: Date, monthsAhead: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1))

const termOf = (date: Date): string =>
  ['winter', 'spring', 'fall'][Math.floor(date.getUTCMonth() / 4)] ?? 'winter'

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The sample rentals, with the dates they become available ahead of `now`. */
export const rentals = (now: Date): SampleOf<'rental'>[] =>
  [...sublets, ...leases].map(({ availableInMonths, body, ...rental }) => {
    const available = firstOfMonth(now, availableInMonths)
    const term = termOf(available)
    const fillTerm = (text: string) =>
      text.replaceAll('{Term}', capitalize(term)).replaceAll('{term}', term)
    return {
      ...rental,
      body: {
        ...body,
        title: fillTerm(body.title),
        description: fillTerm(body.description),
        date_available: available.toISOString().slice(0, 10),
      },
    }
  })
