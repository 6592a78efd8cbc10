import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { countViews, type Viewing } from './count-views.ts'
import { insertVisits } from './visit-queries.ts'

const batchSize = 100
const flushMs = 1_000
/** Kept while the database is away; visits beyond are not worth the memory. */
const mostWaiting = 5_000

interface Parts {
  db: Db
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Visits are written in batches: a page view must not cost a durable write. */
export function createVisitLog({ db, log }: Parts) {
  const waiting: Viewing[] = []
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined

  function add(visit: Viewing) {
    if (waiting.length >= mostWaiting) return
    waiting.push(visit)
    if (waiting.length >= batchSize) flush()
    else timer ??= setTimeout(flush, flushMs)
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
        await db.transaction(async (tx) => {
          await insertVisits(tx, batch)
          await countViews(tx, batch)
        })
      } catch (error) {
        log.warn({ err: error }, 'visits not written yet')
        timer ??= setTimeout(flush, flushMs)
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
