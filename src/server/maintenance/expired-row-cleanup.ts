import type { Db } from '../database/database.ts'
import { hourMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { runEach } from '../jobs/run-each.ts'
import { deleteSetupLeftovers } from '../setup/setup-state.ts'
import { roomData } from '../wiring.ts'

/**
 * Deletes expired rows of every room each hour. If a table fails, the others are still cleaned up. Each deletion uses
 * `cleanUp`, which works in batches of one statement: a process that stops begins no further batch.
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
    const deletions = [...roomData.flatMap(({ expire = [] }) => expire), deleteSetupLeftovers]
    return runEach(deletions, signal, (deleteExpired) => deleteExpired({ ...db, run }, now()))
  },
}
