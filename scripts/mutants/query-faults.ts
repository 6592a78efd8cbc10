import type { Fault } from './fault.ts'

/** Faults in SQL. The first four show up on PostgreSQL only. */
export const queryFaults: readonly Fault[] = [
  {
    name: 'Skip listings of the same price on the next page (PostgreSQL)',
    file: 'src/server/listings/search/search-postgres.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
    search: 'AND (${key}, id) > (${low.key}, ${low.id})',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
    replace: 'AND ${key} > ${low.key}',
    tests: [
      'src/server/listings/search/list-listings.test.ts',
      'src/server/listings/search/list-routes.test.ts',
    ],
  },
  {
    name: 'Write messages without locking their thread (PostgreSQL)',
    file: 'src/server/messages/thread-locks.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
    search: 'FROM threads WHERE id = ${id} ${forUpdate(tx)}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
    replace: 'FROM threads WHERE id = ${id}',
    tests: ['src/server/messages/messages-at-once.test.ts'],
  },
  {
    name: 'Compare second photos in place of covers (PostgreSQL)',
    file: 'src/server/signals/duplicates/read-duplicates.ts',
    search: "photos::json -> 0 ->> 'url'",
    replace: "photos::json -> 1 ->> 'url'",
    tests: ['src/server/signals/duplicates/read-duplicates.test.ts'],
  },
  {
    name: 'Report success for a transaction that was rolled back (PostgreSQL)',
    file: 'src/server/database/postgres.ts',
    search:
      "if (command === 'ROLLBACK') throw new Error('A statement of this transaction had failed.')",
    replace: '',
    tests: ['src/server/database/postgres.test.ts', 'src/server/database/database.test.ts'],
  },
  {
    name: 'Repeat the last listing of a page on the next one',
    file: 'src/server/listings/search/browse-queries.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
    search: 'AND id < ${high.id}`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
    replace: 'AND id <= ${high.id}`',
    tests: [
      'src/server/listings/search/list-listings.test.ts',
      'src/server/listings/search/list-routes.test.ts',
    ],
  },
  {
    name: 'Fill in a form from a listing that reports have hidden',
    file: 'src/server/listings/search/read-copies.ts',
    search: "status NOT IN ('hidden', 'removed')",
    replace: "status <> 'removed'",
    tests: ['src/server/listings/search/copies-route.test.ts'],
  },
  {
    name: 'Count own messages as unread',
    file: 'src/server/messages/thread-queries.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
    search: '\n        AND messages.is_from_buyer <> ${side})',
    replace: ')',
    tests: ['src/server/messages/mark-thread-read.test.ts'],
  },
  {
    name: 'Announce renewed listings as new ones',
    file: 'src/server/saved/mails/new-listings.ts',
    search: 'CASE WHEN ranked_at = posted_at THEN 1 ELSE 0 END AS is_new',
    replace: '1 AS is_new',
    tests: ['src/server/saved/mails/saved-mails.test.ts'],
  },
  {
    name: 'Forget since when the current price is asked',
    file: 'src/server/listings/posting/prices.ts',
    search: 'later.until > listing_prices.until',
    replace: 'later.until >= listing_prices.until',
    tests: [
      'src/server/listings/posting/change-price.test.ts',
      'src/server/maintenance/expired-row-cleanup.test.ts',
    ],
  },
  {
    name: 'Overwrite newer price groups with older ones',
    file: 'src/server/signals/prices/price-groups.ts',
    search: '\n    WHERE price_groups.counted_at <= excluded.counted_at',
    replace: '',
    tests: ['src/server/signals/prices/count-price-groups.test.ts'],
  },
]
