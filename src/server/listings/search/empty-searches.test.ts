import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { anyEngine, openTestDatabase } from '#tests/support/databases.ts'
import { createEmptySearches } from './empty-searches.ts'

it.each(anyEngine)('empty searches on %s are at most 100 of a student each day', async (engine) => {
  const db = await openTestDatabase(engine)
  const { add, flush } = createEmptySearches({ db, log: { warn: () => {} } })
  const letters = 'abcdefghijklmnop'
  // The words differ, and none is the beginning of another.
  const words = Array.from(letters, (a) => Array.from(letters, (b) => `${a}${b}zzz`)).flat()
  const day = Date.UTC(2026, 10, 15, 12)
  for (const q of words) add({ q, studentId: 1, searchedAt: day })
  add({ q: 'kazoo', studentId: 2, searchedAt: day })
  await flush()
  const count = async () =>
    (await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM empty_searches`))?.count
  expect(await count()).toBe(100 + 1)
  add({ q: 'accordion', studentId: 1, searchedAt: day + 24 * 60 * 60 * 1_000 })
  await flush()
  expect(await count()).toBe(100 + 2)
})
