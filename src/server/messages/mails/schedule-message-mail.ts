import type { Db } from '../../database/database.ts'
import type { Account } from '../../students/user-queries.ts'
import { mailDueAt, mailDueAtFrom } from './mail-due-at.ts'
import {
  findOldestUnread,
  scheduleUnlessDue,
  setMailDueAt,
  type ThreadSide,
} from './mail-schedule-queries.ts'

/**
 * In the transaction of a message, which has locked the thread. One mail tells of all that is unread, so the first
 * message sets its time.
 */
export async function scheduleMessageMail(
  tx: Db,
  { recipient, now, ...side }: ThreadSide & { recipient: Account; now: number },
): Promise<void> {
  const dueAt = mailDueAt(recipient.mailMessages, now)
  if (dueAt !== null) await scheduleUnlessDue(tx, side, dueAt)
}

/** In the transaction that has marked messages as read, and has locked the thread. */
export async function rescheduleMessageMail(
  tx: Db,
  { now, ...side }: ThreadSide & { now: number },
): Promise<void> {
  const oldest = await findOldestUnread(tx, side)
  const dueAt = oldest ? mailDueAtFrom(now, oldest.mail_messages, oldest.created_at) : null
  await setMailDueAt(tx, side, dueAt)
}
