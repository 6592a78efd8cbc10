import sql from 'sql-template-tag'
import { formatPlace, type NoShowView } from '#contract/meeting-rules.ts'
import type { MissedMeetings } from '#contract/meetings.ts'
import type { StudentCase } from '#contract/moderation.ts'
import type { PlaceKind } from '#contract/structured-messages.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import { studentName } from '../present-thread.ts'

interface NoShowRow {
  meeting_id: number
  thread_id: number
  place_kind: PlaceKind
  place: string
  starts_at: number
  view: NoShowView | null
  /** The student who says so. The columns are null once that account is deleted. */
  by_id: number | null
  by_first_name: string | null
  by_last_name: string | null
}

/** The most meetings that the lists show. */
const maxNoShows = 100

/** Returns the newest meetings that a student did not come to, as the other says, as long as the conversations are kept. */
function findNoShows(db: Db, studentId: number, now: number): Promise<NoShowRow[]> {
  return db.all<NoShowRow>(sql`
    SELECT meetings.message_id AS meeting_id, meetings.thread_id, meetings.place_kind,
      meetings.place, meetings.starts_at, other.user_id AS by_id,
      users.first_name AS by_first_name, users.last_name AS by_last_name,
      CASE WHEN own.is_buyer = 1 THEN meetings.buyer_view ELSE meetings.seller_view END AS view
    FROM thread_members AS own
    JOIN threads ON threads.id = own.thread_id AND threads.expires_at > ${now}
    JOIN meetings ON meetings.thread_id = own.thread_id
    JOIN thread_members AS other
      ON other.thread_id = own.thread_id AND other.is_buyer = 1 - own.is_buyer
    LEFT JOIN users ON users.id = other.user_id
    WHERE own.user_id = ${studentId}
      AND CASE WHEN own.is_buyer = 1 THEN meetings.seller_outcome ELSE meetings.buyer_outcome END
        = 'no_show'
    ORDER BY meetings.starts_at DESC, meetings.message_id DESC LIMIT ${maxNoShows}`)
}

/** Reads what moderators see of a student's missed meetings. */
export async function readNoShows(
  db: Db,
  studentId: number,
  now: number,
): Promise<StudentCase['noShows']> {
  return (await findNoShows(db, studentId, now)).map((row) => ({
    startsAt: toIso(row.starts_at),
    by:
      row.by_id === null
        ? null
        : {
            id: row.by_id,
            name: studentName({ first_name: row.by_first_name, last_name: row.by_last_name }),
          },
    view: row.view,
  }))
}

/** Reads the student's own record. */
export async function readMissedMeetings(
  db: Db,
  studentId: number,
  now: number,
): Promise<MissedMeetings> {
  return (await findNoShows(db, studentId, now)).map((row) => ({
    thread_id: row.thread_id,
    meeting_id: row.meeting_id,
    place: formatPlace(row),
    starts_at: toIso(row.starts_at),
    view: row.view,
  }))
}
