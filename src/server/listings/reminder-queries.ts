import sql, { type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { addCampusDays, campusIsoDate } from '#contract/campus-date.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { bringForward } from '../jobs/job-queries.ts'
import { mail as mailKind } from '../mail/mail-jobs.ts'
import { renewLinkValidMs } from './renew-links.ts'

/** What a seller is told of a listing by mail. */
export type Reminder = 'ended' | 'ending' | 'pending'

/** So many days before the end, and so many days after it became pending. */
const reminderDays = 5

export const remindersKind = 'listing-reminders'

interface ReminderColumns {
  /** The time that a mail is about; the same time is not told twice. */
  time: Sql
  told: Sql
  /** Repeats the condition of the partial index, which holds only what is untold. */
  isDue: (now: number) => Sql
}

const reminders: Record<Reminder, ReminderColumns> = {
  // After a long stop: not once the link in the mail could no longer renew it.
  ended: {
    time: sql`ends_at`,
    told: sql`told_ended`,
    isDue: (now) => sql`
      status = 'expired' AND told_ended <> ends_at AND ends_at > ${now - renewLinkValidMs}`,
  },
  // Not for a shorter time than that, which the seller has just chosen.
  ending: {
    time: sql`ends_at`,
    told: sql`told_ending`,
    isDue: (now) => sql`
      listed AND told_ending <> ends_at
      AND ends_at > ${now} AND ends_at <= ${addCampusDays(now, reminderDays)}
      AND coalesce(renewed_at, posted_at) <= ends_at - ${reminderDays * dayMs}`,
  },
  pending: {
    time: sql`status_changed_at`,
    told: sql`told_pending`,
    isDue: (now) => sql`
      status = 'pending' AND told_pending <> status_changed_at
      AND status_changed_at <= ${addCampusDays(now, -reminderDays)} AND ends_at > ${now}`,
  },
}

/** One mail a day for each student. */
export const reminderCause = (sellerId: number, now: number) =>
  `${remindersKind} ${sellerId} ${campusIsoDate(now)}`

/** Those who had today's mail wait for tomorrow. */
export function findSellersToRemind(db: Db, now: number): Promise<{ seller_id: number }[]> {
  const { ended, ending, pending } = reminders
  return db.all<{ seller_id: number }>(sql`
    SELECT DISTINCT seller_id FROM (
      SELECT seller_id FROM listings WHERE ${ended.isDue(now)}
      UNION ALL SELECT seller_id FROM listings WHERE ${ending.isDue(now)}
      UNION ALL SELECT seller_id FROM listings WHERE ${pending.isDue(now)}
    ) AS sellers
    WHERE NOT EXISTS (
      SELECT 1 FROM jobs
      WHERE kind = ${mailKind} AND cause = ${`${remindersKind} `} || seller_id || ${` ${campusIsoDate(now)}`}
    )`)
}

/** Call it in the transaction in which listings expire. */
export const scheduleReminders = (tx: Db, now: number) => bringForward(tx, remindersKind, now)

export interface DueReminder {
  id: number
  category: CategoryId
  time: number
}

/** The earliest first. */
export function findDueReminders(
  db: Db,
  sellerId: number,
  reminder: Reminder,
  now: number,
): Promise<DueReminder[]> {
  const { time, isDue } = reminders[reminder]
  return db.all<DueReminder>(sql`
    SELECT id, category, ${time} AS time FROM listings
    WHERE seller_id = ${sellerId} AND ${isDue(now)} ORDER BY time, id`)
}

/** Marks the time as it was read: one that has changed meanwhile is due again. */
export async function markTold(db: Db, reminder: Reminder, { id, time }: DueReminder) {
  await db.run(sql`UPDATE listings SET ${reminders[reminder].told} = ${time} WHERE id = ${id}`)
}
