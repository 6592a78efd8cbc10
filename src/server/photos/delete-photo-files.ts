import type { Db } from '../database/database.ts'
import { deleteUserPhotoRow, photoExists, type UserPhoto } from './photo-queries.ts'
import type { PhotoStore } from './photo-store.ts'

const concurrency = 8

interface DeletePhotosDeps {
  db: Db
  store: PhotoStore
}

/** Deletes the photos of a deleted user at once, except those that another user references or has uploaded too. */
export async function deleteUserPhotos(deps: DeletePhotosDeps, photos: UserPhoto[]): Promise<void> {
  for (let start = 0; start < photos.length; start += concurrency) {
    const batch = photos.slice(start, start + concurrency)
    await Promise.all(
      batch.map(async (photo) => {
        if (await deleteUserPhotoRow(deps.db, photo)) await deletePhotoFiles(deps, photo.name)
      }),
    )
  }
}

/** Call it after the row is deleted. It restores the files if an upload has inserted the row again. */
export async function deletePhotoFiles(
  { db, store }: DeletePhotosDeps,
  name: string,
): Promise<void> {
  const quarantineId = await store.quarantine(name)
  if (!quarantineId) return
  if (await photoExists(db, name)) await store.restore(quarantineId)
  else await store.discard(quarantineId)
}
