import { sharedPhotosCache, sharedPhotosMs, storedAtHeader } from '#contract/offline.ts'

/** The most photos that are taken, which is the most that a listing can have. */
const maxShared = 10

/** Larger than an upload may be: the form shrinks photos first. Any site can send files here, so there is a limit. */
const maxBytes = 30 * 1024 * 1024

/** Returns whether a form would take the file. Some phones give no type for their own format. */
const isPhoto = ({ type, name, size }: File) =>
  (type.startsWith('image/') || /\.hei[cf]$/i.test(name)) && size <= maxBytes

/** Stores shared photos for the form. Resolves with their number. */
export async function storeSharedPhotos(
  caches: Pick<CacheStorage, 'open' | 'delete'>,
  form: FormData,
  field: string,
): Promise<number> {
  const photos = form
    .getAll(field)
    .filter((value) => value instanceof File)
    .filter(isPhoto)
    .slice(0, maxShared)
  if (photos.length === 0) return 0
  // Photos that were shared before and never posted are gone then.
  await caches.delete(sharedPhotosCache)
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

/** Deletes photos that have waited for a form for too long. */
export async function deleteOldSharedPhotos(
  caches: Pick<CacheStorage, 'has' | 'open' | 'delete'>,
  now = Date.now(),
): Promise<void> {
  if (!(await caches.has(sharedPhotosCache))) return
  const cache = await caches.open(sharedPhotosCache)
  const [first] = await cache.keys()
  const stored = first && (await cache.match(first))
  const storedAt = Number(stored?.headers.get(storedAtHeader))
  if (now - storedAt > sharedPhotosMs) await caches.delete(sharedPhotosCache)
}
