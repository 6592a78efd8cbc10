import { sharedPhotosCache, sharedPhotosMs, storedAtHeader } from '#contract/offline.ts'

/** Returns how many photos were shared from the phone. They wait for an hour. */
export const countSharedPhotos = async (now = Date.now()): Promise<number> =>
  (await findSharedPhotos(now)).length

/** Takes the photos that were shared from the phone, so that no other form gets them. */
export async function takeSharedPhotos(now = Date.now()): Promise<File[]> {
  const photos = await Promise.all(
    (await findSharedPhotos(now)).map(async (stored) => {
      const name = decodeURIComponent(stored.headers.get('x-name') || 'photo')
      const type = stored.headers.get('content-type') ?? ''
      return new File([await stored.blob()], name, { type })
    }),
  )
  await deleteSharedPhotos()
  return photos
}

export async function deleteSharedPhotos(): Promise<void> {
  // Over plain http there is no cache.
  await globalThis.caches?.delete(sharedPhotosCache)
}

async function findSharedPhotos(now: number): Promise<Response[]> {
  if (!(await globalThis.caches?.has(sharedPhotosCache))) return []
  const cache = await caches.open(sharedPhotosCache)
  const stored = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
  return stored
    .filter((photo) => photo !== undefined)
    .filter(({ headers }) => now - Number(headers.get(storedAtHeader)) <= sharedPhotosMs)
}
