import sql from 'sql-template-tag'
import type { Db } from '../../database/database.ts'

/**
 * A new rank, higher than all before. Call it after the category's version was bumped, which holds a row lock: ranks of
 * a category then become visible in their order, and none is skipped by who reads from a rank on.
 */
export async function reserveRank(tx: Db): Promise<number> {
  const [rank] = await reserveRanks(tx, 1)
  if (rank === undefined) throw new Error('No rank was reserved.')
  return rank
}

/** Ascending. */
export async function reserveRanks(tx: Db, count: number): Promise<number[]> {
  if (tx.dialect === 'postgres') {
    // One nextval for each: setval after it would undo what other transactions have drawn meanwhile.
    const rows = await tx.all<{ rank: number }>(sql`
      SELECT nextval(pg_get_serial_sequence('listing_ranks', 'id')) AS rank
      FROM generate_series(1, ${count}::int)`)
    return rows.map(({ rank }) => Number(rank)).toSorted((a, b) => a - b)
  }
  // AUTOINCREMENT remembers the highest id that ever was.
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO listing_ranks DEFAULT VALUES RETURNING id`)
  const first = Number(row?.id)
  if (count > 1) await tx.run(sql`INSERT INTO listing_ranks (id) VALUES (${first + count - 1})`)
  await tx.run(sql`DELETE FROM listing_ranks`)
  return Array.from({ length: count }, (_, index) => first + index)
}
