import type { FastifyBaseLogger } from 'fastify'
import { photoWidths } from '#contract/photos.ts'
import { dayMs, secondMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { decodePhoto } from './photo-decoder.ts'
import { findPhotosNotHashed, updatePhotoHash } from './photo-queries.ts'
import type { PhotoStore } from './photo-store.ts'

const batchSize = 25

interface HashPhotosDeps {
  store: PhotoStore
  log: Pick<FastifyBaseLogger, 'info'>
}

/**
 * Hashes photos that an older version stored, one after another, so that uploads do not wait. The job runs every day,
 * because a backup may have been restored.
 */
export function hashPhotos({ store, log }: HashPhotosDeps): JobKind {
  return {
    name: 'photo-hashes',
    delivery: 'at-least-once',
    isInterruptible: true,
    firstRunDelayMs: 30 * secondMs,
    nextRunAt: (now) => now + dayMs,
    async run({ db, now, signal }) {
      let hashed = 0
      for (;;) {
        const photos = await findPhotosNotHashed(db, batchSize)
        if (photos.length === 0) break
        for (const { name } of photos) {
          signal.throwIfAborted()
          const hash = await hashStoredPhoto(store, name)
          await updatePhotoHash(db, name, { hash, now: now() })
          hashed++
        }
      }
      if (hashed > 0) log.info({ hashed }, 'photos hashed')
    },
  }
}

/** Hashes a stored photo. Returns undefined if it has no contrast, or if its file is lost or cannot be read. */
async function hashStoredPhoto(store: PhotoStore, name: string) {
  const bytes = await store.get(name, photoWidths[0])
  return bytes && decodePhoto('hash', bytes).catch(whenUnreadable)
}

function whenUnreadable(error: unknown) {
  // No decoder process could start, so the photo may still get a hash later.
  if (error instanceof AppError && error.code === 'unavailable') throw error
  return undefined
}
