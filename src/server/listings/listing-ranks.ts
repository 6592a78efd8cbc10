import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'

/**
 * The first of `count` new ranks, higher than all before. Call it after the category's version was bumped, which holds
 * a row lock: ranks of a category then become visible in their order, and none is skipped by who reads from a rank on.
 */
export async function reserveRanks(tx: Db, count = 1): Promise<number> {
  if (tx.dialect === 'postgres') {
    const row = await tx.get<{ last: number }>(sql`
      WITH ranks AS (SELECT pg_get_serial_sequence('listing_ranks', 'id')::regclass AS sequence)
      SELECT setval(sequence, nextval(sequence) + ${count - 1}) AS last FROM ranks`)
    return Number(row?.last) - count + 1
  }
  // AUTOINCREMENT remembers the highest id that ever was.
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO listing_ranks DEFAULT VALUES RETURNING id`)
  const first = Number(row?.id)
  if (count > 1) await tx.run(sql`INSERT INTO listing_ranks (id) VALUES (${first + count - 1})`)
  await tx.run(sql`DELETE FROM listing_ranks`)
  return first
}
