import type { Db } from '../database/database.ts'
import { deleteUnusedPhoto, isKnownPhoto, knownPhotos, photosAfter } from './photo-queries.ts'
import type { PhotoStore } from './photo-store.ts'
import { removeFiles } from './remove-photos.ts'

const hour = 3_600_000
const day = 24 * hour
const photosAtOnce = 500

export interface SweepParts {
  db: Db
  store: PhotoStore
  now: number
  signal?: AbortSignal
}

/**
 * Removes photos that nobody uses and nobody sent for a day, and tells how many.
 *
 * An upload of the same photo may run at the same moment, in this process or another. It first puts the
 * files, then the row, and then looks whether the files are still there. A sweep takes the row away, then
 * the files out of sight, and then looks whether the row is back. One of the two always sees the other.
 */
export async function sweepPhotos(parts: SweepParts): Promise<number> {
  await parts.store.tidy(parts.now - hour)
  await sweepAside(parts)
  const removed = await sweepRows(parts)
  await sweepFiles(parts)
  return removed
}

async function sweepRows({ db, store, now, signal }: SweepParts): Promise<number> {
  const before = now - day
  let removed = 0
  let last: string | undefined = ''
  while (last !== undefined) {
    const photos = await photosAfter(db, last, photosAtOnce)
    for (const { name, uploaded_at, used } of photos) {
      if (signal?.aborted) return removed
      if (used || uploaded_at >= before || !(await deleteUnusedPhoto(db, name, before))) continue
      removed++
      await removeFiles({ db, store }, name)
    }
    last = photos.length === photosAtOnce ? photos.at(-1)?.name : undefined
  }
  return removed
}

/**
 * Files without a row are what a crash leaves behind, or the photos of another database that used this
 * folder: so they wait aside for a week, and come back when their row does.
 */
async function sweepFiles({ db, store, now, signal }: SweepParts) {
  for await (const page of store.list()) {
    if (signal?.aborted) return
    const old = page.filter(({ since }) => since < now - day).map(({ name }) => name)
    const known = await knownPhotos(db, old)
    for (const name of old) {
      if (known.has(name)) continue
      const ticket = await store.setAside(name)
      if (ticket && (await isKnownPhoto(db, name))) await store.restore(ticket)
    }
  }
}

async function sweepAside({ db, store, now }: SweepParts) {
  for (const { ticket, name, since } of await store.listAside()) {
    if (await isKnownPhoto(db, name)) await store.restore(ticket)
    else if (since < now - 7 * day) await store.discard(ticket)
  }
}
