import { createHash, randomBytes } from 'node:crypto'
import sql, { bulk, join } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { campusDayNumber } from '#format/campus-date.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import { isOneOf } from '../database/sql-fragments.ts'

/** How many days the view counts that sellers see cover. */
const viewDays = 30

/** Reads the day's salt. It is the same in every process, because the first process to insert it wins. */
export async function getDaySalt(tx: Db, day: number, fresh: string): Promise<string> {
  await tx.run(sql`INSERT INTO day_salts (day, salt) VALUES (${day}, ${fresh})
    ON CONFLICT (day) DO NOTHING`)
  const row = await tx.get<{ salt: string }>(sql`SELECT salt FROM day_salts WHERE day = ${day}`)
  return row?.salt ?? fresh
}

export interface VisitedListing {
  listingId: number
  sellerId: number
}

/** Finds the listings with these ids. The keys are the paths of their pages. */
export async function findVisitedListings(
  tx: Db,
  ids: number[],
): Promise<Map<string, VisitedListing>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all<{ id: number; category: CategoryId; seller_id: number }>(
    sql`SELECT id, category, seller_id FROM listings WHERE id IN (${join(ids)})`,
  )
  return new Map(
    rows.map(({ id, category, seller_id }) => [
      pagePaths.listing(category, id),
      { listingId: id, sellerId: seller_id },
    ]),
  )
}

export async function hasVisitorHash(tx: Db, day: number, hash: string): Promise<boolean> {
  const row = await tx.get(
    sql`SELECT 1 AS found FROM counted_views WHERE day = ${day} AND mark = ${hash}`,
  )
  return row !== undefined
}

/** Returns true if the visitor is new to the listing today. */
export async function recordVisitorHash(tx: Db, day: number, hash: string): Promise<boolean> {
  const { changes } = await tx.run(sql`
    INSERT INTO counted_views (day, mark) VALUES (${day}, ${hash}) ON CONFLICT DO NOTHING`)
  return changes === 1
}

/**
 * Returns those of these texts that were not given before on this day. Only hashes are stored, and their key is deleted after
 * the day. Rows are inserted in order, so that two processes cannot deadlock.
 */
export async function findNewToday(
  tx: Db,
  day: number,
  texts: readonly string[],
): Promise<Set<string>> {
  const salt = await getDaySalt(tx, day, randomBytes(18).toString('base64url'))
  const byMark = new Map(
    texts.map((text) => [createHash('sha256').update(`${salt} ${text}`).digest('base64url'), text]),
  )
  const rows = [...byMark.keys()].toSorted().map((mark) => [day, mark])
  const added = await tx.all<{ mark: string }>(sql`
    INSERT INTO counted_views (day, mark) VALUES ${bulk(rows)}
    ON CONFLICT DO NOTHING RETURNING mark`)
  return new Set(added.flatMap(({ mark }) => byMark.get(mark) ?? []))
}

export async function addView(tx: Db, listingId: number, day: number) {
  await tx.run(sql`
    INSERT INTO listing_views (listing_id, day, views) VALUES (${listingId}, ${day}, 1)
    ON CONFLICT (listing_id, day) DO UPDATE SET views = listing_views.views + 1`)
}

/** Returns the views of these listings over the last 30 days, by listing id. Listings without views are left out. */
export async function countViews(
  db: Db,
  listingIds: readonly number[],
  now: number,
): Promise<Map<number, number>> {
  const rows = await db.all<{ id: number; views: number }>(sql`
    SELECT listing_id AS id, sum(views) AS views FROM listing_views
    WHERE ${isOneOf(db, sql`listing_id`, listingIds)} AND day > ${campusDayNumber(now) - viewDays}
    GROUP BY listing_id`)
  return new Map(rows.map(({ id, views }) => [id, views]))
}

export async function deleteExpiredViews(db: Db, now: number) {
  const today = campusDayNumber(now)
  const isPast = sql`day < ${today}`
  await cleanUp(db, { table: 'counted_views', primaryKey: ['day', 'mark'], where: isPast })
  await cleanUp(db, { table: 'day_salts', primaryKey: ['day'], where: isPast })
  const where = sql`day <= ${today - viewDays}`
  await cleanUp(db, { table: 'listing_views', primaryKey: ['listing_id', 'day'], where })
}
