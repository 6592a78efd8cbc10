import sql, { type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { isChange } from '../log-queries.ts'

/** Of what changed something; `condition` is about `log`. */
export async function findNewestLogId(db: Db, condition: Sql): Promise<number | null> {
  const row = await db.get<{ id: number | null }>(
    sql`SELECT MAX(id) AS id FROM moderation_log AS log WHERE ${condition} AND ${isChange}`,
  )
  return row?.id ?? null
}

/** When the listing was last edited, if that was after the first of its open reports. */
export async function findEditSinceReport(db: Db, listingId: number): Promise<number | null> {
  const row = await db.get<{ updated_at: number }>(sql`
    SELECT updated_at FROM listings WHERE id = ${listingId} AND updated_at > (
      SELECT MIN(created_at) FROM reports WHERE listing_id = ${listingId} AND state = 'open')`)
  return row?.updated_at ?? null
}

interface EarlierListingRow {
  id: number
  category: CategoryId
  title: string
  status: ListingStatus
  ends_at: number
  posted_at: number
  open_reports: number
}

/** A student's listings in every status, the newest first. */
export function findListingsOfStudent(
  db: Db,
  studentId: number,
  { except, limit }: { except: number | undefined; limit: number },
): Promise<EarlierListingRow[]> {
  return db.all<EarlierListingRow>(sql`
    SELECT id, category, title, status, ends_at, posted_at,
      (SELECT COUNT(*) FROM reports WHERE listing_id = listings.id AND state = 'open')
        AS open_reports
    FROM listings
    WHERE seller_id = ${studentId} AND id <> ${except ?? 0} ORDER BY id DESC LIMIT ${limit}`)
}
