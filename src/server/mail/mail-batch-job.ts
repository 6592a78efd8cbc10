import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { runEach } from '../jobs/run-each.ts'

/** Not sent later, when what it tells may no longer be so; then what it quotes is erased. */
export const batchMailValidMs = 2 * dayMs

interface MailBatch<Recipient> {
  name: string
  nextRunAt: NonNullable<JobKind['nextRunAt']>
  /** To whom something may be due, computed from the data as they are now. */
  findRecipients(db: Db, now: number, signal: AbortSignal): Promise<Recipient[]>
  /** Locks the account, decides again what is due, and queues the mail with the marks of what it tells. */
  write(tx: Db, recipient: Recipient, now: number): Promise<void>
}

/**
 * Mail that gathers what happened, on a clock: one transaction for each student, so that another process, or this one
 * after a crash, finds either nothing done or all. A student whose mail cannot be written does not keep the others from
 * theirs.
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
