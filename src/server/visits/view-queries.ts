import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '../database/database.ts'

const dayMs = 24 * 60 * 60_000
const shownDays = 30

export const dayOf = (time: number) => Math.floor(time / dayMs)

/** The day's salt, the same in every process; the first that asks makes it. */
export async function saltOf(tx: Db, day: number, fresh: string): Promise<string> {
  await tx.run(sql`INSERT INTO day_salts (day, salt) VALUES (${day}, ${fresh})
    ON CONFLICT (day) DO NOTHING`)
  const row = await tx.get<{ salt: string }>(sql`SELECT salt FROM day_salts WHERE day = ${day}`)
  return row?.salt ?? fresh
}

export async function sellerOf(tx: Db, category: CategoryId, id: number) {
  const row = await tx.get<{ seller_id: number }>(
    sql`SELECT seller_id FROM listings WHERE id = ${id} AND category = ${category}`,
  )
  return row?.seller_id
}

/** Whether this visitor is new to the listing today. */
export async function markCounted(tx: Db, day: number, mark: string): Promise<boolean> {
  const { changes } = await tx.run(sql`
    INSERT INTO counted_views (day, mark) VALUES (${day}, ${mark}) ON CONFLICT DO NOTHING`)
  return changes === 1
}

export async function addView(tx: Db, listingId: number, day: number) {
  await tx.run(sql`
    INSERT INTO listing_views (listing_id, day, views) VALUES (${listingId}, ${day}, 1)
    ON CONFLICT (listing_id, day) DO UPDATE SET views = listing_views.views + 1`)
}

/** Views of a seller's listings over the last 30 days, by listing. */
export async function viewsOfSeller(
  db: Db,
  sellerId: number,
  now: number,
): Promise<Map<number, number>> {
  const rows = await db.all<{ id: number; views: number }>(sql`
    SELECT listing_views.listing_id AS id, sum(listing_views.views) AS views
    FROM listing_views JOIN listings ON listings.id = listing_views.listing_id
    WHERE listings.seller_id = ${sellerId} AND listing_views.day > ${dayOf(now) - shownDays}
    GROUP BY listing_views.listing_id`)
  return new Map(rows.map(({ id, views }) => [id, views]))
}

export async function sweepViews(db: Db, now: number) {
  const today = dayOf(now)
  await db.run(sql`DELETE FROM counted_views WHERE day < ${today}`)
  await db.run(sql`DELETE FROM day_salts WHERE day < ${today}`)
  await db.run(sql`DELETE FROM listing_views WHERE day <= ${today - shownDays}`)
}
