import type { FastifyBaseLogger } from 'fastify'
import { hourMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { deleteUnusedPhotos } from './delete-unused-photos.ts'
import type { PhotoStore } from './photo-store.ts'

interface PhotoCleanupDeps {
  store: PhotoStore
  log: Pick<FastifyBaseLogger, 'info'>
}

/** Deletes unused photos every hour. */
export function photoCleanup({ store, log }: PhotoCleanupDeps): JobKind {
  return {
    name: 'photo-cleanup',
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => now + hourMs,
    async run({ db, now, signal }) {
      const removed = await deleteUnusedPhotos({ db, store, now: now(), signal })
      if (removed > 0) log.info({ removed }, 'unused photos removed')
    },
  }
}
