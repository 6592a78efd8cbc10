import sql, { empty, type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { endingSoonDays, pendingReminderDays } from '#contract/listing-status.ts'
import { addCampusDays, campusIsoDate } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { bringForward } from '../../jobs/job-queries.ts'
import { reminderMailKind } from '../../mail/mail-kinds.ts'
import type { ConfirmationContext } from '../../students/confirmation/confirmation.ts'
import { userHasToConfirm } from '../../students/user-queries.ts'
import { renewLinkValidMs } from '../lifecycle/renew-links.ts'

/** The kinds of reminders that sellers get by email. */
export type Reminder = 'ended' | 'ending' | 'pending'

export const remindersKind = 'listing-reminders'

interface ReminderColumns {
  /** The time that the email is about. No second email is sent for the same time. */
  time: Sql
  remindedFor: Sql
  /** The condition for a reminder. It repeats that of the partial index, which holds only listings without a reminder. */
  isDue: (now: number) => Sql
}

const reminders: Record<Reminder, ReminderColumns> = {
  // After a long downtime, no email is sent if its link could no longer renew the listing.
  ended: {
    time: sql`ends_at`,
    remindedFor: sql`ended_reminded_for`,
    isDue: (now) => sql`
      status = 'expired' AND ended_reminded_for <> ends_at AND ends_at > ${now - renewLinkValidMs}`,
  },
  // No reminder is sent if the seller posted or renewed the listing so shortly before its end.
  ending: {
    time: sql`ends_at`,
    remindedFor: sql`ending_reminded_for`,
    isDue: (now) => sql`
      listed AND ending_reminded_for <> ends_at
      AND ends_at > ${now} AND ends_at <= ${addCampusDays(now, endingSoonDays)}
      AND coalesce(renewed_at, posted_at) <= ends_at - ${endingSoonDays * dayMs}`,
  },
  pending: {
    time: sql`status_changed_at`,
    remindedFor: sql`pending_reminded_for`,
    isDue: (now) => sql`
      status = 'pending' AND pending_reminded_for <> status_changed_at
      AND status_changed_at <= ${addCampusDays(now, -pendingReminderDays)} AND ends_at > ${now}`,
  },
}

export interface SellerToRemind {
  sellerId: number
  /** The unique cause of the email, which limits each student to one a day. */
  cause: string
}

/**
 * Finds the sellers who get an email now. Sellers who had today's email wait for tomorrow. The following are left out:
 * students who want no reminders, addresses that bounced and, with VERIFY_EMAIL, addresses that still have to be
 * confirmed.
 */
export function findSellersToRemind(
  db: Db,
  { verifyEmail, now }: ConfirmationContext,
): Promise<SellerToRemind[]> {
  const { ended, ending, pending } = reminders
  const isProven = sql`AND (is_sample = 1 OR NOT (${userHasToConfirm}))`
  return db.all<SellerToRemind>(sql`
    SELECT "sellerId", cause FROM (
      SELECT DISTINCT seller_id AS "sellerId",
        ${`${remindersKind} `} || seller_id || ${` ${campusIsoDate(now)}`} AS cause
      FROM (
        SELECT seller_id FROM listings WHERE ${ended.isDue(now)}
        UNION ALL SELECT seller_id FROM listings WHERE ${ending.isDue(now)}
        UNION ALL SELECT seller_id FROM listings WHERE ${pending.isDue(now)}
      ) AS due
    ) AS sellers
    JOIN users ON users.id = "sellerId"
      AND mail_reminders = 1 AND bounced_at IS NULL ${verifyEmail ? isProven : empty}
    WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE kind = ${reminderMailKind} AND jobs.cause = sellers.cause)`)
}

/** Brings the reminders forward. Call it in the transaction in which listings expire. */
export const scheduleReminders = (tx: Db, now: number) => bringForward(tx, remindersKind, now)

export interface DueReminder {
  id: number
  category: CategoryId
  time: number
}

/** Returns a seller's due reminders of one kind, earliest first. */
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

/** Marks the time that was read. If it has changed since, the listing becomes due again. */
export async function markReminded(db: Db, reminder: Reminder, { id, time }: DueReminder) {
  const { remindedFor } = reminders[reminder]
  await db.run(sql`UPDATE listings SET ${remindedFor} = ${time} WHERE id = ${id}`)
}
