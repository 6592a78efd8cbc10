import { sharedPhotosCache, sharedPhotosMs, storedAtHeader } from '#contract/offline.ts'

/** Takes the photos that were shared from the phone. They wait for an hour, and the first form gets them. */
export async function takeSharedPhotos(now = Date.now()): Promise<File[]> {
  // Over plain http there is no cache.
  if (!globalThis.caches || !(await caches.has(sharedPhotosCache))) return []
  const cache = await caches.open(sharedPhotosCache)
  const photos: File[] = []
  for (const request of await cache.keys()) {
    const stored = await cache.match(request)
    if (!stored || now - Number(stored.headers.get(storedAtHeader)) > sharedPhotosMs) continue
    const name = decodeURIComponent(stored.headers.get('x-name') || 'photo')
    const type = stored.headers.get('content-type') ?? ''
    photos.push(new File([await stored.blob()], name, { type }))
  }
  await caches.delete(sharedPhotosCache)
  return photos
}
