import sql, { type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { Db } from '../../database/database.ts'
import type { PersonRow } from '../../students/person.ts'
import { isChange } from '../moderation-log.ts'
import { isJudged, isUnsettled } from '../reports/report-queries.ts'

/** Finds the newest log entry that changed something. `condition` is about `log`. */
export async function findNewestLogId(db: Db, condition: Sql): Promise<number | null> {
  const row = await db.get<{ id: number | null }>(
    sql`SELECT MAX(id) AS id FROM moderation_log AS log WHERE ${condition} AND ${isChange}`,
  )
  return row?.id ?? null
}

/** Returns when the listing was last edited, if that was after its first open report. */
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

/** Returns a student's listings in every status, the newest first. */
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

/** A report with the reporter's record: how many reports of their mailbox moderators agreed and disagreed with. */
export interface ReportRow extends PersonRow {
  id: number
  reason: ReportReason
  note: string
  created_at: number
  half_weight: number
  is_spent: number
  state: 'open' | 'upheld' | 'rejected' | 'closed'
  /** The id, `member_since` and `reporter_email` are null once the reporter's account is deleted. */
  reporter_id: number | null
  member_since: number | null
  reports: number
  upheld: number
  rejected: number
  /** The rules need the address. No page shows it. */
  reporter_email: string | null
  /**
   * The title of the thread's listing, even of a removed one. It is null if the report is about no existing thread, and
   * empty once the listing is deleted.
   */
  thread_title: string | null
  is_settled: number
  deleted_listing_id: number | null
}

/** Returns open reports first, then the newest. `condition` is about `reports`. */
export function findReports(
  db: Db,
  condition: Sql,
  { limit, now }: { limit: number; now: number },
): Promise<ReportRow[]> {
  const countOf = (which: Sql) => sql`(
    SELECT COUNT(*) FROM reports AS earlier
    WHERE earlier.reporter_hash = reports.reporter_hash AND ${which})`
  const decided = (state: 'upheld' | 'rejected') =>
    countOf(sql`earlier.state = ${state} AND ${isJudged}`)
  return db.all<ReportRow>(sql`
    SELECT reports.id, reason, note, reports.created_at, half_weight, is_spent, state, reporter_id,
      deleted_listing_id,
      first_name, last_name, users.created_at AS member_since, users.email AS reporter_email,
      (SELECT COALESCE(listings.title, threads.title)
        FROM threads LEFT JOIN listings ON listings.id = threads.listing_id
        WHERE threads.id = reports.thread_id AND expires_at > ${now}) AS thread_title,
      CASE WHEN ${isUnsettled(now)} THEN 0 ELSE 1 END AS is_settled,
      ${countOf(sql`1 = 1`)} AS reports,
      ${decided('upheld')} AS upheld, ${decided('rejected')} AS rejected
    FROM reports LEFT JOIN users ON users.id = reporter_id
    WHERE ${condition}
    ORDER BY CASE WHEN state = 'open' THEN 0 ELSE 1 END, reports.id DESC LIMIT ${limit}`)
}
