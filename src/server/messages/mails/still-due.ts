import type { Db } from '../../database/database.ts'
import type { MailedThread, MailedThreadRules } from '../../mail/mail-jobs.ts'
import { lockThread } from '../thread-locks.ts'
import { findUnreadThread } from './find-unread-thread.ts'
import { unmarkMailed } from './mail-schedule-queries.ts'

/** At sending, which may be long after: whether the same mail would be written now. */
async function areStillDue(db: Db, threads: MailedThread[], now: number): Promise<boolean> {
  for (const { firstId, ...side } of threads) {
    const thread = await findUnreadThread(db, side, now)
    if (thread?.first_id !== firstId || thread.dueAt > now) return false
  }
  return true
}

/** The job that wrote the mail decides again about what is still unread, as things are now; of all at once. */
async function writeAnew(db: Db, threads: MailedThread[], now: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { firstId, ...side } of threads) {
      await lockThread(tx, side.threadId)
      await unmarkMailed(tx, side, firstId, now)
    }
  })
}

/** For the jobs that send. */
export const mailedThreadRules: MailedThreadRules = { areStillDue, writeAnew }
