import sql, { join } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'
import type { Handful } from './handfuls.ts'

export interface SoldRow {
  id: number
  category: CategoryId
  seller_id: number
  email: string
  details: string
  went_for_cents: number
  posted_at: number
  sold_at: number
  handful: number | null
  handful_size: number | null
  /** Whether the sale was counted before, and is different now. */
  is_changed: number
}

/**
 * Returns sales with a price, oldest first. Sample students have no sales. The inner query has the limit, because
 * PostgreSQL would otherwise join all sales before it takes the first ones.
 */
export const findSales = (
  db: Db,
  { after, limit }: { after: Pick<SoldRow, 'sold_at' | 'id'>; limit: number },
): Promise<SoldRow[]> =>
  db.all<SoldRow>(sql`
    SELECT sales.*, handful, handful_size,
      CASE WHEN counted_sales.listing_id IS NULL THEN 0
        WHEN cents = went_for_cents AND counted_sales.sold_at = sales.sold_at THEN 0
        ELSE 1 END AS is_changed
    FROM (
      SELECT listings.id, category, seller_id, users.email, details, went_for_cents, posted_at, sold_at
      FROM listings JOIN users ON users.id = seller_id
      WHERE went_for_cents IS NOT NULL AND went_for_cents > 0 AND status = 'sold' AND is_sample = 0
        AND sold_at >= ${after.sold_at} AND (sold_at > ${after.sold_at} OR listings.id > ${after.id})
      ORDER BY sold_at, listings.id LIMIT ${limit}) AS sales
    LEFT JOIN counted_sales ON counted_sales.listing_id = sales.id
    ORDER BY sales.sold_at, sales.id`)

/** Stores which sales are counted together. It fails if one of them is in a handful of another process by now. */
export async function insertHandfuls(db: Db, handfuls: readonly Handful[]): Promise<void> {
  const rows = handfuls.flatMap(({ id, sales }) =>
    sales.map(
      ({ listingId, cents, soldAt }) =>
        sql`(${listingId}, ${id}, ${sales.length}, ${cents}, ${soldAt})`,
    ),
  )
  await db.run(sql`
    INSERT INTO counted_sales (listing_id, handful, handful_size, cents, sold_at)
    VALUES ${join(rows)}`)
}
