import type { Fault } from './fault.ts'

/** Faults in the rules of the marketplace: ends, prices, weights, signals and limits. */
export const ruleFaults: readonly Fault[] = [
  {
    name: 'Keep an offer open at its end',
    file: 'src/contract/offer-rules.ts',
    search: 'const isLive = now < expires_at &&',
    replace: 'const isLive = now <= expires_at &&',
    tests: ['src/contract/offer-rules.test.ts'],
  },
  {
    name: 'Decline the lowest offer that the seller wants to hear of',
    file: 'src/server/messages/offers/make-offer.ts',
    search: 'if (amount >= lowest || lowest >= price) return',
    replace: 'if (amount > lowest || lowest >= price) return',
    tests: ['src/server/messages/offers/offer-routes.test.ts'],
  },
  {
    name: 'End a listing at once when its date moves to the past',
    file: 'src/server/listings/lifecycle/listing-end.ts',
    search: 'return Math.max(after, endOfTomorrow)',
    replace: 'return after',
    tests: ['src/server/listings/lifecycle/listing-end.test.ts'],
  },
  {
    name: 'Miss a price drop of exactly the smallest share',
    file: 'src/server/listings/posting/prices.ts',
    search: '100 * current <= (100 - priceDrop.percent) * lowest',
    replace: '100 * current < (100 - priceDrop.percent) * lowest',
    tests: ['src/server/listings/posting/price-drop.test.ts'],
  },
  {
    name: 'Count several reports of one student towards hiding a listing',
    file: 'src/server/moderation/reports/hide-rule.ts',
    search: 'students.map((own = []) => Math.max(...own.map((report) => report.half_weight)))',
    replace: 'reports.map((report) => report.half_weight)',
    tests: ['src/server/moderation/reports/hide-rule.test.ts'],
  },
  {
    name: 'Trust a reporter one upheld report too late',
    file: 'src/server/moderation/reports/hide-rule.ts',
    search: 'upheld >= minUpheldForTrust',
    replace: 'upheld > minUpheldForTrust',
    tests: ['src/server/moderation/reports/hide-rule.test.ts'],
  },
  {
    name: 'Measure the months of a stay one day short',
    file: 'src/categories/periods.ts',
    search: 'const end = dayNumber(last) + 1',
    replace: 'const end = dayNumber(last)',
    tests: ['src/categories/periods.test.ts', 'src/server/listings/search/period-filters.test.ts'],
  },
  {
    name: 'Leave a course code that ends with a letter as it was typed',
    file: 'src/categories/course-codes.ts',
    search: String.raw`[\s-]*(\d+\p{L}*)$`,
    replace: String.raw`[\s-]*(\d+)$`,
    tests: ['src/categories/course-codes.test.ts'],
  },
  {
    name: 'Warn about words that the next sentence makes harmless',
    file: 'src/server/words/word-signals.ts',
    search: 'sentences.slice(index, index + 2)',
    replace: 'sentences.slice(index, index + 1)',
    tests: ['src/server/words/word-signals.test.ts'],
  },
  {
    name: 'Move a listing to the top with every renewal after its first week',
    file: 'src/server/listings/lifecycle/change-status.ts',
    search: 'now >= row.ranked_at + minDaysBetweenMovesToTop * dayMs',
    replace: 'now >= row.posted_at + minDaysBetweenMovesToTop * dayMs',
    tests: ['src/server/listings/lifecycle/change-status.test.ts'],
  },
  {
    name: 'Call a wanted ad a duplicate of the same thing for sale',
    file: 'src/server/signals/duplicates/find-earlier.ts',
    search: '!isBefore(earlier, listing) || earlier.isWanted !== listing.isWanted',
    replace: '!isBefore(earlier, listing)',
    tests: ['src/server/signals/duplicates/find-earlier.test.ts'],
  },
  {
    name: 'Allow one price change a day too many',
    file: 'src/server/listings/posting/prices.ts',
    search: 'today.length < maxPriceChangesPerDay',
    replace: 'today.length <= maxPriceChangesPerDay',
    tests: ['src/server/listings/posting/change-price.test.ts'],
  },
]
