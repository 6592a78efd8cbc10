import type { DemoListing } from './demo-listing.ts'
import { leases } from './rental-leases.ts'
import { sublets } from './rental-sublets.ts'

const firstOfMonth = (now: Date, monthsAhead: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1))

const termOf = (date: Date): string =>
  ['winter', 'spring', 'fall'][Math.floor(date.getUTCMonth() / 4)] ?? 'winter'

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const rentals = (now: Date): DemoListing[] =>
  [...sublets, ...leases].map(({ seller, daysAgo, scene, freeInMonths, body }) => {
    const free = firstOfMonth(now, freeInMonths)
    const dated = (text: string) =>
      text.replaceAll('{Term}', capitalised(termOf(free))).replaceAll('{term}', termOf(free))
    return {
      category: 'rental',
      seller,
      daysAgo,
      scene,
      body: {
        ...body,
        title: dated(body.title),
        description: dated(body.description),
        date_available: free.toISOString().slice(0, 10),
      },
    }
  })
