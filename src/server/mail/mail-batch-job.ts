import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { runEach } from '../jobs/run-each.ts'

/** A mail is not sent later than this, because what it says may no longer be true. Its quotes are then erased. */
export const batchMailValidMs = 2 * dayMs

interface MailBatch<Recipient> {
  name: string
  nextRunAt: NonNullable<JobKind['nextRunAt']>
  /** Finds students who may be due a mail, from the data as they are now. */
  findRecipients(db: Db, now: number, signal: AbortSignal): Promise<Recipient[]>
  /** Locks the account, decides again what is due, queues the mail and marks what it is about. */
  write(tx: Db, recipient: Recipient, now: number): Promise<void>
}

/**
 * Gathers what happened into mails, on a clock. Each student's mail is one transaction, so that another process, or
 * this one after a crash, finds either nothing done or all. A student whose mail cannot be written does not keep the
 * others from theirs.
 */
export function mailBatchJob<Recipient>(batch: MailBatch<Recipient>): JobKind {
  const { name, nextRunAt, findRecipients, write } = batch
  return {
    name,
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt,
    async run({ db, now, signal }) {
      await runEach(await findRecipients(db, now(), signal), async (recipient) => {
        signal.throwIfAborted()
        await db.transaction((tx) => write(tx, recipient, now()))
      })
    },
  }
}
