import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { onlyOne } from '../database/only-one.ts'
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

/** Removes records whose time is over, at once and then every hour; of several processes, one at a time. */
export function startRecordSweeper({ db, now, log, everyMs = 3_600_000 }: Parts) {
  let current = Promise.resolve()

  const failed = (error: unknown) => log.warn({ err: error }, 'sweeping records failed')

  async function sweepAll() {
    for (const sweep of sweeps) await sweep(db, now()).catch(failed)
  }

  function start() {
    current = current.then(async () => {
      await onlyOne(db, 'sweep-records', sweepAll).catch(failed)
    })
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
