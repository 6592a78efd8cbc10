import { describe, expect, it } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { reserveRank, reserveRanks } from './listing-queries.ts'

describe.each(engines)('ranks on %s', (engine) => {
  it('are distinct and rising, also when transactions draw them at once', async () => {
    const db = await openTestDatabase(engine)
    const drawn = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        db.transaction(async (tx) =>
          index % 10 === 0 ? reserveRanks(tx, 5) : [await reserveRank(tx)],
        ),
      ),
    )
    const ranks = drawn.flat()
    expect(new Set(ranks).size).toBe(ranks.length)
    const [next] = await db.transaction((tx) => reserveRanks(tx, 3))
    expect(next).toBeGreaterThan(Math.max(...ranks))
  })
})
