import sql, { type Sql } from 'sql-template-tag'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { Db } from '../../database/database.ts'
import type { PersonRow } from '../person.ts'
import { isJudged } from '../reports/report-queries.ts'

/** A report with the record of who wrote it: of all reports of the mailbox, those that moderators agreed with and did not. */
export interface ReportRow extends PersonRow {
  id: number
  reason: ReportReason
  note: string
  created_at: number
  half_weight: number
  is_spent: number
  state: 'open' | 'upheld' | 'rejected' | 'closed'
  /** Null once the account is deleted, as is what follows from it. */
  reporter_id: number | null
  member_since: number | null
  reports: number
  upheld: number
  rejected: number
}

/** Open ones first, then the newest; `condition` is about `reports`. */
export function findReports(db: Db, condition: Sql, limit: number): Promise<ReportRow[]> {
  const countOf = (which: Sql) => sql`(
    SELECT COUNT(*) FROM reports AS earlier
    WHERE earlier.reporter_hash = reports.reporter_hash AND ${which})`
  const decided = (state: 'upheld' | 'rejected') =>
    countOf(sql`earlier.state = ${state} AND ${isJudged}`)
  return db.all<ReportRow>(sql`
    SELECT reports.id, reason, note, reports.created_at, half_weight, is_spent, state, reporter_id,
      first_name, last_name, users.created_at AS member_since,
      ${countOf(sql`1 = 1`)} AS reports,
      ${decided('upheld')} AS upheld, ${decided('rejected')} AS rejected
    FROM reports LEFT JOIN users ON users.id = reporter_id
    WHERE ${condition}
    ORDER BY CASE WHEN state = 'open' THEN 0 ELSE 1 END, reports.id DESC LIMIT ${limit}`)
}
