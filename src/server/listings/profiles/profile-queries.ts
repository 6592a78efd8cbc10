import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'

/** Listed ones of all categories, the newest first. */
export function findListedOfSeller(
  db: Db,
  sellerId: number,
  { limit }: { limit: number },
): Promise<{ id: number; category: CategoryId }[]> {
  return db.all(sql`
    SELECT id, category FROM listings WHERE seller_id = ${sellerId} AND listed
    ORDER BY rank DESC LIMIT ${limit}`)
}

export async function countSoldOfSeller(db: Db, sellerId: number): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT COUNT(*) AS count FROM listings WHERE seller_id = ${sellerId} AND status = 'sold'`)
  return row?.count ?? 0
}
