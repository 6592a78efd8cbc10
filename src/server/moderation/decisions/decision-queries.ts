import sql, { join } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'
import { isAbout, type ReportSubject } from '../reports/report-subject.ts'

/** Who reported these students or their listings and may get an answer. A removal after a keep answers a second time. */
export async function findReporterIds(db: Db, studentIds: readonly number[]): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT DISTINCT reporter_id AS id FROM reports
    WHERE student_id IN (${join([...studentIds])}) AND state IN ('open', 'rejected')
      AND reporter_id IS NOT NULL`)
  return rows.map(({ id }) => id)
}

export async function hasOpenReport(db: Db, subject: ReportSubject): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM reports WHERE ${isAbout(subject)} AND state = 'open' LIMIT 1`)
  return row !== undefined
}

/** Listings with reports that are open or were kept, of those that this entry of the log took down. */
export async function findReportedListings(db: Db, logId: number): Promise<ReportSubject[]> {
  const rows = await db.all<{ seller_id: number; category: CategoryId; id: number }>(sql`
    SELECT seller_id, category, id FROM listings WHERE takedown_id = ${logId} AND EXISTS (
      SELECT 1 FROM reports WHERE reports.listing_id = listings.id AND state IN ('open', 'rejected'))
    ORDER BY id`)
  return rows.map(({ seller_id, category, id }) => ({
    studentId: seller_id,
    listing: { category, id },
  }))
}
