import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { runEach } from '../jobs/run-each.ts'

/** How long an email may wait to be sent. After that its content may no longer be true, and its quotes are erased. */
export const batchMailValidMs = 2 * dayMs

interface MailBatch<Recipient> {
  name: string
  nextRunAt: NonNullable<JobKind['nextRunAt']>
  /** Finds students who may be due an email, from the current data. */
  findRecipients(db: Db, now: number, signal: AbortSignal): Promise<Recipient[]>
  /** Locks the account, decides again what is due, queues the email and marks what it is about. */
  write(tx: Db, recipient: Recipient, now: number): Promise<void>
}

/**
 * Collects news into emails, on a clock. Each student's email is one transaction, so that another process, or this one
 * after a crash, finds either nothing or everything done. If one student's email cannot be written, the others still
 * get theirs.
 */
export function mailBatchJob<Recipient>(batch: MailBatch<Recipient>): JobKind {
  const { name, nextRunAt, findRecipients, write } = batch
  return {
    name,
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt,
    async run({ db, now, signal }) {
      await runEach(await findRecipients(db, now(), signal), signal, async (recipient) => {
        await db.transaction((tx) => write(tx, recipient, now()))
      })
    },
  }
}
