import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain, recordingDb } from '#tests/support/explain.ts'
import { insertSearches } from '#tests/support/insert-searches.ts'
import type { Query } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { findStudentsOfFavourites } from './favourite-changes.ts'
import { findNewest } from './new-fits.ts'
import { findActiveSearches, readNewListings } from './new-listings.ts'
import { findStudentsToPause } from './queue-saved-mail.ts'

it.each(engines)('changes of favourites on %s begin from who asked for them', async (engine) => {
  const db = await openTestDatabase(engine)
  const plan = await explain(db, (recorder) =>
    findStudentsOfFavourites(recorder, { afterId: 0, limit: 100 }),
  )
  expect(plan).toContain('users_mailed_favourites')
  expect(plan).not.toMatch(/Seq Scan|SCAN (favourites|listings)|Sort|TEMP B-TREE/)
})

it.each(engines)('searches on %s are read in the order of an index', async (engine) => {
  const db = await openTestDatabase(engine)
  const group = { frequency: 'daily', category: 'misc' } as const
  const plan = await explain(db, (recorder) =>
    findActiveSearches(recorder, group, { afterId: 0, limit: 9 }),
  )
  expect(plan).toContain('saved_searches_to_run')
  expect(plan).not.toMatch(/Seq Scan|SCAN|Sort|TEMP B-TREE/)
  const lowest = await explain(db, (recorder) => readNewListings(recorder, 'daily', 0))
  expect(lowest).toContain('saved_searches_to_run')
  expect(lowest).not.toMatch(/Seq Scan|SCAN saved_searches|Sort|TEMP B-TREE/)
})

it.each(engines)(
  'searches on %s that were long not wanted are found by their time',
  async (engine) => {
    const db = await openTestDatabase(engine)
    const check = async () => {
      const plan = await explain(db, (recorder) => findStudentsToPause(recorder, 200 * dayMs))
      expect(plan).toContain('saved_searches_to_pause')
      expect(plan).not.toMatch(/Seq Scan|SCAN|TEMP B-TREE/)
    }
    await check()
    // With statistics, SQLite reads all searches if the query has no limit.
    await insertSearches(db, 2_000)
    await db.script('ANALYZE')
    await check()
  },
)

it.each(engines)('new listings on %s that may fit are read along the newest', async (engine) => {
  const db = await openTestDatabase(engine)
  const plan = await explain(db, (recorder) =>
    findNewest(recorder, 'rental', { below: 9, since: 0 }),
  )
  expect(plan).toContain('listings_newest')
  expect(plan).not.toMatch(/Seq Scan|SCAN|Sort|TEMP B-TREE/)
  // The index has no times: as a condition, they would make the last page read the whole category.
  const queries: Query[] = []
  await findNewest(recordingDb(db, queries), 'rental', { below: 9, since: 0 })
  expect(queries.map(({ sql }) => sql.split('WHERE')[1]).join()).not.toMatch(/_at/)
})

// Otherwise PostgreSQL would rewrite every index entry of a search in a run, even of 50,000 searches that find nothing.
it.each(engines)('no index on %s holds what a run changes in every search', async (engine) => {
  const db = await openTestDatabase(engine)
  const indexes = await db.all(
    engine === 'postgres'
      ? sql`SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%seen_rank%'`
      : sql`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%seen_rank%'`,
  )
  expect(indexes).toEqual([])
})
