import type { Db } from '../database/database.ts'
import { deleteLeftPhoto, isKnownPhoto, type LeftPhoto } from './photo-queries.ts'
import type { PhotoStore } from './photo-store.ts'

const atOnce = 8

interface Parts {
  db: Db
  store: PhotoStore
}

/** For a student who has left: their photos go at once, except those that somebody else uses or sent too. */
export async function removeLeftPhotos(parts: Parts, photos: LeftPhoto[]): Promise<void> {
  for (let start = 0; start < photos.length; start += atOnce) {
    const some = photos.slice(start, start + atOnce)
    await Promise.all(
      some.map(async (photo) => {
        if (await deleteLeftPhoto(parts.db, photo)) await removeFiles(parts, photo.name)
      }),
    )
  }
}

/** The row is gone; so go the files, unless the row has come back meanwhile. */
export async function removeFiles({ db, store }: Parts, name: string): Promise<void> {
  const ticket = await store.setAside(name)
  if (!ticket) return
  if (await isKnownPhoto(db, name)) await store.restore(ticket)
  else await store.discard(ticket)
}
