import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { deletePhotoFiles } from './delete-photo-files.ts'
import { findExistingPhotoNames, photoExists } from './photo-queries.ts'
import type { PhotoStore } from './photo-store.ts'
import {
  correctUnusedMarks,
  deleteUnusedPhotoRow,
  findUnusedPhotos,
  type UnusedPhoto,
} from './unused-photo-queries.ts'

interface PhotoCleanupDeps {
  store: PhotoStore
  log: Pick<FastifyBaseLogger, 'info'>
}

/** Compares all rows and files once a week. The hourly cleanup reads only photos that are marked as unused. */
export function photoCheck({ store }: Pick<PhotoCleanupDeps, 'store'>): JobKind {
  return {
    name: 'photo-check',
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => now + 7 * dayMs,
    firstRunDelayMs: hourMs,
    run: ({ db, now, signal }) => checkPhotos({ db, store, now: now(), signal }),
  }
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

/** How many photos a query reads. SQLite blocks all requests during a query. */
const sliceSize = 100
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
  return deleteUnusedRows(options)
}

async function deleteUnusedRows(options: DeleteUnusedPhotosOptions): Promise<number> {
  const { db, store, now, signal } = options
  const before = now - minUnusedMs
  let deleted = 0
  let last: UnusedPhoto | undefined = { name: '', uploaded_at: 0 }
  while (last) {
    const photos: UnusedPhoto[] = await findUnusedPhotos(db, {
      before,
      after: last,
      limit: sliceSize,
    })
    for (const { name } of photos) {
      if (signal?.aborted) return deleted
      if (!(await deleteUnusedPhotoRow(db, name, before))) continue
      deleted++
      await deletePhotoFiles({ db, store }, name)
      // On SQLite, awaiting a query does not let other requests run.
      await yieldToEventLoop()
    }
    last = photos.length === sliceSize ? photos.at(-1) : undefined
  }
  return deleted
}

/** Corrects the marks of unused photos, and quarantines files without a row. It reads everything, in slices. */
export async function checkPhotos(options: DeleteUnusedPhotosOptions): Promise<void> {
  const { db, signal } = options
  let last: string | undefined = ''
  while (last !== undefined && !signal?.aborted) {
    last = await correctUnusedMarks(db, last, sliceSize)
    await yieldToEventLoop()
  }
  await quarantineFilesWithoutRow(options)
}

/**
 * Quarantines files without a row for a week, and restores them if their row appears. A crash may have left them, or
 * they belong to another database that used this store.
 */
async function quarantineFilesWithoutRow(options: DeleteUnusedPhotosOptions) {
  const { db, store, now, signal } = options
  for await (const page of store.list()) {
    const old = page.filter(({ storedAt }) => storedAt < now - minUnusedMs)
    for (let start = 0; start < old.length; start += sliceSize) {
      if (signal?.aborted) return
      const names = old.slice(start, start + sliceSize).map(({ name }) => name)
      const existing = await findExistingPhotoNames(db, names)
      for (const name of names) {
        if (existing.has(name)) continue
        const quarantineId = await store.quarantine(name)
        if (quarantineId && (await photoExists(db, name))) await store.restore(quarantineId)
      }
      await yieldToEventLoop()
    }
  }
}

async function emptyQuarantine({ db, store, now }: DeleteUnusedPhotosOptions) {
  for (const { quarantineId, name, quarantinedAt } of await store.listQuarantined()) {
    if (await photoExists(db, name)) await store.restore(quarantineId)
    else if (quarantinedAt < now - quarantineMs) await store.discard(quarantineId)
  }
}
