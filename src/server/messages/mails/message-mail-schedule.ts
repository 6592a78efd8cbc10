import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { type MessageMailSetting, unreadMinutesBeforeMail } from '#contract/message-rules.ts'
import { nextCampusHour } from '#format/campus-date.ts'
import { afterQuietHours, quietHours } from '#format/quiet-hours.ts'
import type { Db } from '../../database/database.ts'
import { minuteMs } from '../../durations.ts'
import type { Account } from '../../students/user-queries.ts'

/**
 * Call it in the transaction of a message, which has locked the thread. One email covers all unread messages, so the
 * first one sets its time.
 */
export async function scheduleMessageMail(
  tx: Db,
  {
    recipient,
    now,
    ...side
  }: ThreadSide & { recipient: Pick<Account, 'mailMessages'>; now: number },
): Promise<void> {
  const dueAt = mailDueAt(recipient.mailMessages, now)
  if (dueAt !== null) await scheduleUnlessDue(tx, side, dueAt)
}

/** Call it in the transaction that has locked the thread and marked messages as read. */
export async function rescheduleMessageMail(
  tx: Db,
  { now, ...side }: ThreadSide & { now: number },
): Promise<void> {
  const oldest = await findOldestUnread(tx, side)
  const dueAt = oldest ? mailDueAtFrom(now, oldest.mail_messages, oldest.created_at) : null
  await setMailDueAt(tx, side, dueAt)
}

const unreadMs = unreadMinutesBeforeMail * minuteMs

/** Returns when an email about an unread message is due, or null if the student wants no emails. */
export function mailDueAt(setting: MessageMailSetting, unreadSince: number): number | null {
  const earliest = unreadSince + unreadMs
  switch (setting) {
    case 'soon':
      return afterQuietHours(earliest)
    case 'daily':
      return nextCampusHour(earliest - 1, quietHours.to)
    case 'off':
      return null
  }
}

/** Does the same for a message that may have been unread for long, but never returns a time before now. */
export const mailDueAtFrom = (now: number, setting: MessageMailSetting, unreadSince: number) =>
  mailDueAt(setting, Math.max(unreadSince, now - unreadMs))

/** The student of a thread who has not read it. */
export interface ThreadSide {
  threadId: number
  isBuyer: boolean
}

const isSide = ({ threadId, isBuyer }: ThreadSide) =>
  sql`thread_members.thread_id = ${threadId} AND is_buyer = ${Number(isBuyer)}`

/** Schedules an email, unless one is scheduled already or the student got one since they last read the thread. */
async function scheduleUnlessDue(tx: Db, side: ThreadSide, dueAt: number) {
  await tx.run(sql`
    UPDATE thread_members SET mail_due_at = ${dueAt}
    WHERE ${isSide(side)} AND mail_due_at IS NULL AND is_mailed = 0`)
}

export async function setMailDueAt(tx: Db, side: ThreadSide, dueAt: number | null) {
  await tx.run(sql`UPDATE thread_members SET mail_due_at = ${dueAt} WHERE ${isSide(side)}`)
}

/** Marks the thread as emailed: the student gets no further email until they read it. */
export async function markMailed(tx: Db, side: ThreadSide) {
  await tx.run(sql`
    UPDATE thread_members SET mail_due_at = NULL, is_mailed = 1 WHERE ${isSide(side)}`)
}

/**
 * Call it for an email that was written but is not sent. It does nothing if the student has read the first message of
 * the email: later messages are then already scheduled, and another email may have covered them.
 */
export async function unmarkMailed(db: Db, side: ThreadSide, firstId: number, now: number) {
  await db.run(sql`
    UPDATE thread_members SET mail_due_at = ${now}, is_mailed = 0
    WHERE ${isSide(side)} AND is_mailed = 1 AND read_id < ${firstId}`)
}

const isDue = (now: number) => sql`user_id IS NOT NULL AND mail_due_at <= ${now}`

export async function findNextMailDue(db: Db): Promise<number | null> {
  const row = await db.get<{ due_at: number | null }>(sql`
    SELECT MIN(mail_due_at) AS due_at FROM thread_members
    WHERE mail_due_at IS NOT NULL AND user_id IS NOT NULL`)
  return row?.due_at ?? null
}

const sidesPerSlice = 500

/**
 * Reads in slices, because after an outage of the mail server any number may be due. The plus sign keeps SQLite from the
 * index on students, by which it would read all conversations.
 */
export async function findStudentsToMail(db: Db, now: number): Promise<number[]> {
  const ids = new Set<number>()
  const first = { mail_due_at: 0, thread_id: 0, is_buyer: 0 }
  for (let after: typeof first | undefined = first; after; ) {
    const { mail_due_at, thread_id, is_buyer } = after
    const rows: (typeof first & { user_id: number })[] = await db.all(sql`
      SELECT user_id, mail_due_at, thread_id, is_buyer FROM thread_members
      WHERE mail_due_at >= ${mail_due_at} AND mail_due_at <= ${now} AND +user_id IS NOT NULL
        AND (mail_due_at > ${mail_due_at} OR (thread_id, is_buyer) > (${thread_id}, ${is_buyer}))
      ORDER BY mail_due_at, thread_id, is_buyer LIMIT ${sidesPerSlice}`)
    for (const { user_id } of rows) ids.add(user_id)
    after = rows.length < sidesPerSlice ? undefined : rows.at(-1)
    await yieldToEventLoop()
  }
  return [...ids]
}

/** Returns the threads in the order in which they are locked. */
export async function findThreadsToMail(
  tx: Db,
  studentId: number,
  now: number,
): Promise<ThreadSide[]> {
  const rows = await tx.all<{ thread_id: number; is_buyer: number }>(sql`
    SELECT thread_id, is_buyer FROM thread_members
    WHERE user_id = ${studentId} AND ${isDue(now)} ORDER BY thread_id`)
  return rows.map(({ thread_id, is_buyer }) => ({ threadId: thread_id, isBuyer: is_buyer === 1 }))
}

interface OldestUnread {
  created_at: number
  mail_messages: MessageMailSetting
}

function findOldestUnread(tx: Db, side: ThreadSide): Promise<OldestUnread | undefined> {
  return tx.get<OldestUnread>(sql`
    SELECT messages.created_at, mail_messages FROM thread_members
    JOIN users ON users.id = user_id
    JOIN messages ON messages.thread_id = thread_members.thread_id
      AND messages.id > read_id AND is_from_buyer <> is_buyer
    WHERE ${isSide(side)} ORDER BY messages.id LIMIT 1`)
}
