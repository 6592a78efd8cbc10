import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { deletePhotoFiles } from './delete-photo-files.ts'
import {
  deleteUnusedPhotoRow,
  findExistingPhotoNames,
  findPhotosAfter,
  photoExists,
} from './photo-queries.ts'
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

const batchSize = 500
const minUnusedMs = dayMs
const quarantineMs = 7 * dayMs

export interface DeleteUnusedPhotosOptions {
  db: Db
  store: PhotoStore
  now: number
  signal?: AbortSignal
}

/**
 * Deletes photos that no listing references and nobody has uploaded for a day. Resolves to their number.
 *
 * It is safe while another process uploads the same photo. An upload writes the files, then the row, and then checks
 * the files. This function deletes the row, then quarantines the files, and then checks the row. One of the two always
 * notices the other.
 */
export async function deleteUnusedPhotos(options: DeleteUnusedPhotosOptions): Promise<number> {
  await options.store.deleteIncomplete(options.now - hourMs)
  await emptyQuarantine(options)
  const deleted = await deleteUnusedRows(options)
  await quarantineFilesWithoutRow(options)
  return deleted
}

async function deleteUnusedRows(options: DeleteUnusedPhotosOptions): Promise<number> {
  const { db, store, now, signal } = options
  const before = now - minUnusedMs
  let deleted = 0
  let last: string | undefined = ''
  while (last !== undefined) {
    const photos = await findPhotosAfter(db, last, batchSize)
    for (const { name, uploaded_at, used } of photos) {
      if (signal?.aborted) return deleted
      if (used || uploaded_at >= before || !(await deleteUnusedPhotoRow(db, name, before))) continue
      deleted++
      await deletePhotoFiles({ db, store }, name)
    }
    last = photos.length === batchSize ? photos.at(-1)?.name : undefined
    // On SQLite, awaiting a query does not let other requests run.
    await yieldToEventLoop()
  }
  return deleted
}

/**
 * Quarantines files without a row for a week, and restores them if their row appears. A crash may have left them, or
 * they belong to another database that used this store.
 */
async function quarantineFilesWithoutRow(options: DeleteUnusedPhotosOptions) {
  const { db, store, now, signal } = options
  for await (const page of store.list()) {
    if (signal?.aborted) return
    const names = page
      .filter(({ storedAt }) => storedAt < now - minUnusedMs)
      .map(({ name }) => name)
    const existing = await findExistingPhotoNames(db, names)
    for (const name of names) {
      if (existing.has(name)) continue
      const quarantineId = await store.quarantine(name)
      if (quarantineId && (await photoExists(db, name))) await store.restore(quarantineId)
    }
  }
}

async function emptyQuarantine({ db, store, now }: DeleteUnusedPhotosOptions) {
  for (const { quarantineId, name, quarantinedAt } of await store.listQuarantined()) {
    if (await photoExists(db, name)) await store.restore(quarantineId)
    else if (quarantinedAt < now - quarantineMs) await store.discard(quarantineId)
  }
}
