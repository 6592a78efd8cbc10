import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { dayMs } from '../durations.ts'
import { recordVisits } from './record-visits.ts'

it.each(engines)('bounds the rows of one network and day on %s', async (engine) => {
  const db = await openTestDatabase(engine)
  const { id: sellerId } = await insertTestUser(db)
  const paths: string[] = []
  for (let count = 0; count < 4; count++) {
    paths.push(`/misc/${await insertTestListing(db, sellerId)}`)
  }
  let visitedAt = Date.UTC(2026, 10, 15, 12)
  const visit = (network: string, visited: string[], userId?: number) =>
    db.transaction((tx) =>
      recordVisits(
        tx,
        visited.map((path) => ({ path, visitedAt, network, userId })),
        { maxPerNetwork: 2 },
      ),
    )
  const counts = async () => ({
    views: (await db.all(sql`SELECT * FROM listing_views`)).length,
    marks: (await db.all(sql`SELECT * FROM counted_views`)).length,
    visits: Object.fromEntries(
      (
        await db.all<{ path: string; n: number }>(
          sql`SELECT path, sum(visits) AS n FROM daily_visits GROUP BY path`,
        )
      ).map(({ path, n }) => [path, n]),
    ),
  })
  await visit('a', paths)
  await visit('a', paths, 7)
  const [first = '', second = '', third = ''] = paths
  expect(await counts()).toEqual({
    views: 2,
    marks: 2,
    visits: { [first]: 1, [second]: 1, other: 6 },
  })
  await visit('a', [first])
  await visit('b', [third])
  visitedAt += dayMs
  await visit('a', [third])
  expect(await counts()).toEqual({
    views: 4,
    marks: 4,
    visits: { [first]: 2, [second]: 1, [third]: 2, other: 6 },
  })
})
