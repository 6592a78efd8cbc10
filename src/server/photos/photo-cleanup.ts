import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { withLock } from '../database/with-lock.ts'
import { hourMs } from '../durations.ts'
import { deleteUnusedPhotos } from './delete-unused-photos.ts'
import type { PhotoStore } from './photo-store.ts'

export interface PhotoCleanupDeps {
  db: Db
  store: PhotoStore
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  now?: () => number
  intervalMs?: number
}

/** Deletes unused photos now and then hourly, in one process at a time; `stop` waits for a run in progress. */
export function startPhotoCleanup(deps: PhotoCleanupDeps): { stop(): Promise<void> } {
  const { db, store, log, now = Date.now, intervalMs = hourMs } = deps
  const stopping = new AbortController()
  let current: Promise<void> | undefined

  async function cleanUp() {
    try {
      await withLock(db, 'photo-cleanup', async () => {
        const removed = await deleteUnusedPhotos({ db, store, now: now(), signal: stopping.signal })
        if (removed > 0) log.info({ removed }, 'unused photos removed')
      })
    } catch (error) {
      log.error({ err: error }, 'unused photos not deleted')
    }
  }

  function start() {
    current ??= cleanUp().finally(() => {
      current = undefined
    })
  }

  start()
  const timer = setInterval(start, intervalMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await current
    },
  }
}
