import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { sweepLimits } from '../limits/rate-limit.ts'
import { sweepMail } from '../mail/mail-queue.ts'
import { sweepViews } from '../visits/view-queries.ts'
import { sweepVisits } from '../visits/visit-queries.ts'
import { sweepResets } from './reset-queries.ts'
import { sweepSessions } from './session-queries.ts'

const sweeps = [sweepSessions, sweepResets, sweepLimits, sweepMail, sweepVisits, sweepViews]

interface Parts {
  db: Db
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
  everyMs?: number
}

/** Removes records whose time is over, at once and then every hour. */
export function startRecordSweeper({ db, now, log, everyMs = 3_600_000 }: Parts) {
  let current = Promise.resolve()

  async function sweepAll() {
    for (const sweep of sweeps) {
      await sweep(db, now()).catch((error) => log.warn({ err: error }, 'sweeping records failed'))
    }
  }

  function start() {
    current = current.then(sweepAll)
  }

  start()
  const timer = setInterval(start, everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}
