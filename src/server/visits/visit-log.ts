import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { secondMs } from '../durations.ts'
import { recordVisits } from './record-visits.ts'
import type { PageVisit } from './visited-pages.ts'

const batchSize = 100
const flushIntervalMs = secondMs
/** While the database is unavailable; further visits are dropped. */
const maxWaiting = 5_000

interface VisitLogDeps {
  db: Db
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Buffers visits and writes them in batches, so that a page view does not cost a durable write. */
export function createVisitLog({ db, log }: VisitLogDeps) {
  const waiting: PageVisit[] = []
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined

  function add(visit: PageVisit) {
    if (waiting.length >= maxWaiting) return
    waiting.push(visit)
    if (waiting.length >= batchSize) flush()
    else timer ??= setTimeout(flush, flushIntervalMs)
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    flushing ??= writeAll().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  async function writeAll() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      try {
        await db.transaction((tx) => recordVisits(tx, batch))
      } catch (error) {
        log.warn({ err: error }, 'visits not written yet')
        timer ??= setTimeout(flush, flushIntervalMs)
        return
      }
      waiting.splice(0, batch.length)
    }
  }

  async function close() {
    await flush()
    clearTimeout(timer)
  }

  return { add, flush, close }
}

export type VisitLog = ReturnType<typeof createVisitLog>
