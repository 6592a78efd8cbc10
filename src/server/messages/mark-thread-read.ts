import type { Db } from '../database/database.ts'
import { rescheduleMessageMail } from './mails/schedule-message-mail.ts'
import { bumpMessageVersions } from './message-version-queries.ts'
import { lockThread } from './thread-locks.ts'
import { threadNotFound } from './thread-not-found.ts'
import { findThread, updateReadState } from './thread-queries.ts'

interface ThreadReading {
  threadId: number
  userId: number
  /** The newest message that was seen; without it, all are. */
  upTo: number | undefined
  now: number
}

/** In a transaction that holds the account. */
export async function markThreadRead(
  tx: Db,
  { threadId, userId, upTo, now }: ThreadReading,
): Promise<void> {
  await lockThread(tx, threadId)
  const thread = await findThread(tx, threadId, { userId, now })
  if (!thread) throw threadNotFound()
  const readId = Math.min(upTo ?? Infinity, thread.last_message.id)
  // Another tab has seen more.
  if (readId <= thread.read_id) return
  const side = { threadId, isBuyer: thread.is_buyer === 1 }
  await updateReadState(tx, side, readId)
  await rescheduleMessageMail(tx, { ...side, now })
  await bumpMessageVersions(tx, [userId])
}
