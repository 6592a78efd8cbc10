import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { endingSoonDays, pendingReminderDays } from '#contract/listing-status.ts'
import { addCampusDays, campusIsoDate } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'
import { dayMs } from '../../durations.ts'
import { bringClockForward } from '../../jobs/job-queries.ts'
import { reminderMailKind } from '../../mail/mail-kinds.ts'
import type { ConfirmationContext } from '../../students/confirmation/confirmation.ts'
import { userHasToConfirm } from '../../students/user-queries.ts'
import { renewLinkValidMs } from '../lifecycle/renew-links.ts'
import { isFreeUntilEnd } from '../moving-out/moving-sale-queries.ts'

/** The kinds of reminders that sellers get by email. */
export type Reminder = 'ended' | 'ending' | 'pending'

export const remindersKind = 'listing-reminders'

interface ReminderColumns {
  /** The time that the email is about. No second email is sent for the same time. An index on it serves the job. */
  time: Sql
  /** The column of `listing_marks` with the `time` that the last email was about. */
  remindedFor: Sql
  /** The times that are due are after the first and up to the second. */
  range: (now: number) => { after: number; until: number }
  /** The other conditions on `listings`. */
  isMeant: (now: number) => Sql
}

const reminders: Record<Reminder, ReminderColumns> = {
  // After a long downtime, no email is sent if its link could no longer renew the listing.
  ended: {
    time: sql`ends_at`,
    remindedFor: sql`ended_reminded_for`,
    range: (now) => ({ after: now - renewLinkValidMs, until: now }),
    isMeant: () => sql`status = 'expired' AND NOT ${isFreeUntilEnd}`,
  },
  // No reminder is sent if the seller posted or renewed the listing so shortly before its end.
  ending: {
    time: sql`ends_at`,
    remindedFor: sql`ending_reminded_for`,
    range: (now) => ({ after: now, until: addCampusDays(now, endingSoonDays) }),
    isMeant: () => sql`
      listed AND coalesce(renewed_at, posted_at) <= ends_at - ${endingSoonDays * dayMs}
      AND NOT ${isFreeUntilEnd}`,
  },
  pending: {
    time: sql`status_changed_at`,
    remindedFor: sql`pending_reminded_for`,
    range: (now) => ({ after: -1, until: addCampusDays(now, -pendingReminderDays) }),
    isMeant: (now) => sql`status = 'pending' AND ends_at > ${now}`,
  },
}

export interface SellerToRemind {
  sellerId: number
  /** The unique cause of the email, which limits each student to one a day. */
  cause: string
}

/** How many listings or sellers a query reads. SQLite blocks all requests during a query. */
const sliceSize = 100

/**
 * Finds the sellers who get an email now. Sellers who had today's email wait for tomorrow. The following are left out:
 * students who want no reminders, addresses that bounced and, with VERIFY_EMAIL, addresses that still have to be
 * confirmed.
 */
export async function findSellersToRemind(
  db: Db,
  { verifyEmail, now }: ConfirmationContext,
): Promise<SellerToRemind[]> {
  const sellerIds = new Set<number>()
  for (const reminder of Object.values(reminders)) {
    for await (const ids of readSellersNotReminded(db, reminder, now)) {
      for (const id of ids) sellerIds.add(id)
    }
  }
  const cause = sql`${`${remindersKind} `} || users.id || ${` ${campusIsoDate(now)}`}`
  const isProven = sql`AND (is_sample = 1 OR NOT (${userHasToConfirm}))`
  const sellers: SellerToRemind[] = []
  const ids = [...sellerIds]
  for (let start = 0; start < ids.length; start += sliceSize) {
    const slice = await db.all<SellerToRemind>(sql`
      SELECT users.id AS "sellerId", ${cause} AS cause FROM users
      WHERE ${isOneOf(db, sql`users.id`, ids.slice(start, start + sliceSize))}
      AND mail_reminders = 1 AND bounced_at IS NULL ${verifyEmail ? isProven : empty}
      AND NOT EXISTS (
        SELECT 1 FROM jobs WHERE kind = ${reminderMailKind} AND jobs.cause = ${cause})`)
    sellers.push(...slice)
    await yieldToEventLoop()
  }
  return sellers
}

/**
 * Yields the sellers of due listings without a mark, slice by slice. A slice counts marked listings too, because a query
 * that skipped them might read any number of them.
 */
async function* readSellersNotReminded(
  db: Db,
  { time, remindedFor, range, isMeant }: ReminderColumns,
  now: number,
): AsyncGenerator<number[]> {
  const { after, until } = range(now)
  let last = { time: after, id: Number.MAX_SAFE_INTEGER }
  for (;;) {
    // SQLite seeks to the first comparison, but not to one of row values.
    const slice = await db.all<typeof last & { sellerId: number; remindedFor: number }>(sql`
      SELECT due.id, "sellerId", time, COALESCE(${remindedFor}, 0) AS "remindedFor" FROM (
        SELECT id, seller_id AS "sellerId", ${time} AS time FROM listings
        WHERE ${time} >= ${last.time} AND ${time} <= ${until} AND ${isMeant(now)}
          AND (${time} > ${last.time} OR id > ${last.id})
        ORDER BY ${time}, id LIMIT ${sliceSize}) AS due
      LEFT JOIN listing_marks ON listing_id = due.id ORDER BY time, due.id`)
    yield slice.filter((row) => row.remindedFor !== row.time).map(({ sellerId }) => sellerId)
    const end = slice.at(-1)
    if (!end || slice.length < sliceSize) return
    last = end
    await yieldToEventLoop()
  }
}

/** Brings the reminders forward. Call it in the transaction in which listings expire. */
export const scheduleReminders = (tx: Db, now: number) => bringClockForward(tx, remindersKind, now)

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
  const { time, remindedFor, range, isMeant } = reminders[reminder]
  const { after, until } = range(now)
  // The plus sign keeps SQLite from the index on the time, by which it would read the listings of all sellers.
  return db.all<DueReminder>(sql`
    SELECT id, category, ${time} AS time FROM listings LEFT JOIN listing_marks ON listing_id = id
    WHERE seller_id = ${sellerId} AND +${time} > ${after} AND +${time} <= ${until}
      AND ${isMeant(now)} AND COALESCE(${remindedFor}, 0) <> ${time}
    ORDER BY time, id`)
}

/** Marks the time that was read. If it has changed since, the listing becomes due again. */
export async function markReminded(db: Db, reminder: Reminder, { id, time }: DueReminder) {
  const { remindedFor } = reminders[reminder]
  await db.run(sql`
    INSERT INTO listing_marks (listing_id, ${remindedFor}) VALUES (${id}, ${time})
    ON CONFLICT (listing_id) DO UPDATE SET ${remindedFor} = excluded.${remindedFor}`)
}
