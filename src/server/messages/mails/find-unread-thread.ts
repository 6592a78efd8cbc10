import { afterQuietHours } from '#contract/quiet-hours.ts'
import type { Db } from '../../database/database.ts'
import { isBlockedBy } from '../require-reachable.ts'
import { mailDueAt } from './mail-due-at.ts'
import type { ThreadSide } from './mail-schedule-queries.ts'
import { findUnreadThreadRow, type UnreadThreadRow } from './unread-thread-queries.ts'

export interface UnreadThread extends ThreadSide, UnreadThreadRow {
  /** When a mail tells of it, as things are now. */
  dueAt: number
}

/**
 * A thread of which a mail tells or will tell, as things are now. Undefined if all is read, if the student wants no mail,
 * or if one of the two has blocked the other, is banned or has deleted the account.
 */
export async function findUnreadThread(
  db: Db,
  side: ThreadSide,
  now: number,
): Promise<UnreadThread | undefined> {
  const row = await findUnreadThreadRow(db, side, now)
  const dueAt = row && mailDueAt(row.mail_messages, row.first_at)
  if (!row || dueAt === null || dueAt === undefined) return undefined
  const [own, other] = [
    { id: row.user_id, email: row.email },
    { id: row.other_id, email: row.other_email },
  ]
  if (await isBlockedBy(db, own.id, other)) return undefined
  if (await isBlockedBy(db, other.id, own)) return undefined
  return { ...side, ...row, dueAt: afterQuietHours(Math.max(dueAt, now)) }
}
