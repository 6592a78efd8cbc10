import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { isActiveStaff } from '../students/restrictions/restriction-queries.ts'

/** What waits for a moderator. */
export interface Waiting {
  reports: number
  appeals: number
  /** Of sellers who say that a signal on a listing is wrong. */
  signalAnswers: number
  /** Listings that reports have hidden. */
  hidden: number
  /** When the report, appeal or answer that has waited for longest was written. */
  oldest: number | null
}

const waitingAnswers = sql`
  signal_answers JOIN listings ON listings.id = listing_id WHERE decision IS NULL AND listed`

export async function readWaiting(db: Db): Promise<Waiting> {
  const row = await db.get<Waiting>(sql`
    SELECT
      (SELECT count(*) FROM reports WHERE state = 'open') AS reports,
      (SELECT count(*) FROM appeals WHERE created_at IS NOT NULL AND decision IS NULL) AS appeals,
      (SELECT count(*) FROM ${waitingAnswers}) AS "signalAnswers",
      (SELECT count(*) FROM listings WHERE status = 'hidden') AS hidden,
      (SELECT min(created_at) FROM (
        SELECT created_at FROM reports WHERE state = 'open'
        UNION ALL
        SELECT created_at FROM appeals WHERE created_at IS NOT NULL AND decision IS NULL
        UNION ALL
        SELECT signal_answers.created_at FROM ${waitingAnswers}
      ) AS waiting) AS oldest`)
  return row ?? { reports: 0, appeals: 0, signalAnswers: 0, hidden: 0, oldest: null }
}

export async function countModerators(db: Db, now: number): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM users WHERE ${isActiveStaff(now)}`)
  return row?.count ?? 0
}
