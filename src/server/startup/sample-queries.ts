import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { User } from '#contract/accounts.ts'
import type { Db } from '../database/database.ts'

/** Sample and seeded students. */
export function findSamples(db: Db): Promise<Pick<User, 'id' | 'email'>[]> {
  return db.all(sql`SELECT id, email FROM users WHERE is_sample = 1 ORDER BY id`)
}

export async function hasSamples(db: Db): Promise<boolean> {
  return (await db.get(sql`SELECT 1 AS found FROM users WHERE is_sample = 1 LIMIT 1`)) !== undefined
}

export async function countListingsOf(db: Db, sellerId: number): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM listings WHERE seller_id = ${sellerId}`,
  )
  return row?.count ?? 0
}

export async function deleteSampleSessions(db: Db) {
  await db.run(
    sql`DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE is_sample = 1)`,
  )
}

export async function findSampleListingId(
  db: Db,
  category: CategoryId,
  title: string,
): Promise<number | undefined> {
  const row = await db.get<{ id: number }>(sql`
    SELECT listings.id FROM listings JOIN users ON users.id = seller_id
    WHERE category = ${category} AND title = ${title} AND is_sample = 1`)
  return row?.id
}
