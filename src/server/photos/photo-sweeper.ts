import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { onlyOne } from '../database/only-one.ts'
import type { PhotoStore } from './photo-store.ts'
import { sweepPhotos } from './sweep-photos.ts'

export interface SweeperParts {
  db: Db
  store: PhotoStore
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  now?: () => number
  everyMs?: number
}

/** Sweeps at once and then every hour, unless another process is at it; `stop` resolves when no sweep is running any more. */
export function startPhotoSweeper(parts: SweeperParts): { stop(): Promise<void> } {
  const { db, store, log, now = Date.now, everyMs = 3_600_000 } = parts
  const stopping = new AbortController()
  let current: Promise<void> | undefined

  async function sweep() {
    try {
      await onlyOne(db, 'sweep-photos', async () => {
        const removed = await sweepPhotos({ db, store, now: now(), signal: stopping.signal })
        if (removed > 0) log.info({ removed }, 'unused photos removed')
      })
    } catch (error) {
      log.error({ err: error }, 'sweeping photos failed')
    }
  }

  function start() {
    current ??= sweep().finally(() => {
      current = undefined
    })
  }

  start()
  const timer = setInterval(start, everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await current
    },
  }
}
