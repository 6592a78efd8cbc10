import type { Db } from '../database/database.ts'
import { deleteUserPhotoRow, photoExists, type UserPhoto } from './photo-queries.ts'
import type { PhotoStore } from './photo-store.ts'

const concurrency = 8

interface DeletePhotosDeps {
  db: Db
  store: PhotoStore
}

/** Deletes the photos of a deleted user at once. Photos that another user references or has uploaded too stay. */
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

/**
 * Deletes the files of a photo. Call it after deleting the row. If an upload has inserted the row again, the files are
 * restored.
 */
export async function deletePhotoFiles(
  { db, store }: DeletePhotosDeps,
  name: string,
): Promise<void> {
  const quarantineId = await store.quarantine(name)
  if (!quarantineId) return
  if (await photoExists(db, name)) await store.restore(quarantineId)
  else await store.discard(quarantineId)
}
