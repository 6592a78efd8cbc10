import { sharedPhotosCache, storedAtHeader } from '#contract/offline.ts'

/** The most photos that are taken, which is the most that a listing can have. */
const maxShared = 10

/** Stores shared photos for the form. Resolves with their number. */
export async function storeSharedPhotos(
  caches: Pick<CacheStorage, 'open' | 'delete'>,
  form: FormData,
  field: string,
): Promise<number> {
  const photos = form
    .getAll(field)
    .filter((value) => value instanceof File)
    .slice(0, maxShared)
  // Photos that were shared before and never posted are gone then.
  await caches.delete(sharedPhotosCache)
  if (photos.length === 0) return 0
  const cache = await caches.open(sharedPhotosCache)
  for (const [index, photo] of photos.entries()) {
    const headers = {
      'content-type': photo.type,
      'x-name': encodeURIComponent(photo.name),
      [storedAtHeader]: String(Date.now()),
    }
    await cache.put(`/shared/${index}`, new Response(photo, { headers }))
  }
  return photos.length
}
