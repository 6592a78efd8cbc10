import type { Db } from '../database/database.ts'
import { hourMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { runEach } from '../jobs/run-each.ts'
import { personalData } from '../wiring.ts'

/**
 * Deletes expired rows of every room each hour. A table that fails does not keep the others from their turn. Each deletion
 * uses `cleanUp`, whose batches are statements: a process that stops begins no further one.
 */
export const expiredRowCleanup: JobKind = {
  name: 'expired-row-cleanup',
  delivery: 'at-least-once',
  isInterruptible: true,
  nextRunAt: (now) => now + hourMs,
  run({ db, now, signal }) {
    const run: Db['run'] = async (query) => {
      signal.throwIfAborted()
      return db.run(query)
    }
    const deletions = personalData.flatMap(({ expire = [] }) => expire)
    return runEach(deletions, (deleteExpired) => deleteExpired({ ...db, run }, now()))
  },
}
