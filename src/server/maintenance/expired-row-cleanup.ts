import type { FastifyBaseLogger } from 'fastify'
import { deleteExpiredResets } from '../accounts/reset-queries.ts'
import { deleteExpiredSessions } from '../accounts/session-queries.ts'
import type { Db } from '../database/database.ts'
import { withLock } from '../database/with-lock.ts'
import { hourMs } from '../durations.ts'
import { deleteExpiredRateLimits } from '../limits/rate-limit.ts'
import { deleteExpiredMails } from '../mail/mail-queue.ts'
import { deleteExpiredViews } from '../visits/view-queries.ts'
import { deleteExpiredVisits } from '../visits/visit-queries.ts'

const deletions = [
  deleteExpiredSessions,
  deleteExpiredResets,
  deleteExpiredRateLimits,
  deleteExpiredMails,
  deleteExpiredVisits,
  deleteExpiredViews,
]

interface CleanupOptions {
  db: Db
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
  intervalMs?: number
}

/** Deletes expired rows of every table at start and then every hour, in one process at a time. */
export function startExpiredRowCleanup({ db, now, log, intervalMs = hourMs }: CleanupOptions) {
  let current = Promise.resolve()

  const logFailure = (error: unknown) => log.warn({ err: error }, 'expired rows not deleted')

  async function deleteAll() {
    for (const deleteExpired of deletions) await deleteExpired(db, now()).catch(logFailure)
  }

  function start() {
    current = current.then(async () => {
      await withLock(db, 'expired-row-cleanup', deleteAll).catch(logFailure)
    })
  }

  start()
  const timer = setInterval(start, intervalMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}
