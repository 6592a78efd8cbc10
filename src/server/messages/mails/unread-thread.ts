import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { MessageMailSetting } from '#contract/message-rules.ts'
import { afterQuietHours } from '#format/quiet-hours.ts'
import type { Db } from '../../database/database.ts'
import { isBlockedBy } from '../thread-access.ts'
import { mailDueAt, type ThreadSide } from './message-mail-schedule.ts'

export interface UnreadThread extends ThreadSide, UnreadThreadRow {
  /** When an email about the thread is due, by the student's current settings. */
  dueAt: number
}

/**
 * Finds a thread that an email is about, now or later. Returns undefined if all messages are read, if the student wants
 * no email, or if one of the two has blocked the other, is banned or has deleted the account.
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

interface UnreadThreadRow {
  category: CategoryId
  listing_id: number
  /** The listing's title at the time of the last message. */
  title: string
  unread: number
  /** Whether an email was written since the student last read the thread. */
  is_mailed: number
  first_id: number
  first_at: number
  user_id: number
  email: string
  mail_messages: MessageMailSetting
  other_id: number
  other_email: string
  other_first_name: string
}

/** Returns the thread with its first unread message, or undefined if all are read or one of the two is banned or deleted. */
function findUnreadThreadRow(
  db: Db,
  { threadId, isBuyer }: ThreadSide,
  now: number,
): Promise<UnreadThreadRow | undefined> {
  return db.get<UnreadThreadRow>(sql`
    SELECT threads.category, threads.listing_id, threads.title, own.unread, own.is_mailed,
      messages.id AS first_id, messages.created_at AS first_at, own.user_id, users.email, users.mail_messages,
      other.user_id AS other_id, others.email AS other_email, others.first_name AS other_first_name
    FROM thread_members AS own
    JOIN threads ON threads.id = own.thread_id
    JOIN users ON users.id = own.user_id
    JOIN thread_members AS other
      ON other.thread_id = own.thread_id AND other.is_buyer = 1 - own.is_buyer
    JOIN users AS others ON others.id = other.user_id
    JOIN messages ON messages.thread_id = own.thread_id AND messages.id > own.read_id
      AND messages.is_from_buyer <> own.is_buyer
    WHERE own.thread_id = ${threadId} AND own.is_buyer = ${Number(isBuyer)} AND own.unread > 0
      AND threads.expires_at > ${now} AND users.banned_at IS NULL AND others.banned_at IS NULL
    ORDER BY messages.id LIMIT 1`)
}

/** Returns the first unread messages. */
export async function findUnreadTexts(
  db: Db,
  { threadId, isBuyer, first_id }: ThreadSide & Pick<UnreadThreadRow, 'first_id'>,
  limit: number,
): Promise<string[]> {
  const rows = await db.all<{ body: string }>(sql`
    SELECT body FROM messages
    WHERE thread_id = ${threadId} AND id >= ${first_id} AND is_from_buyer <> ${Number(isBuyer)}
    ORDER BY id LIMIT ${limit}`)
  return rows.map(({ body }) => body)
}
