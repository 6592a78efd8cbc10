import { keptWidths } from '#contract/photos.ts'
import type { PhotoStore, PhotoVersion } from '../photos/photo-store.ts'
import { entryNames } from './backup-format.ts'
import type { TarWriter } from './tar-writer.ts'

const readAtOnce = 8

interface Target {
  tar: TarWriter
  store: PhotoStore
  onPhoto: () => void
}

/** What the database knows of a photo; its width tells which versions there are. */
export interface ListedPhoto {
  name: string
  width: number
}

/** Adds these photos to the backup; the names of those that are not in the store come back. */
export async function copyPhotos(
  { tar, store, onPhoto }: Target,
  pages: AsyncIterable<ListedPhoto[]> | Iterable<ListedPhoto[]>,
): Promise<string[]> {
  const missing: string[] = []
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += readAtOnce) {
      const some = page.slice(start, start + readAtOnce)
      const photos = await Promise.all(some.map((photo) => readPhoto(store, photo)))
      for (const { name, versions } of photos) {
        for (const { width, bytes } of versions) await tar.add(entryNames.photo(name, width), bytes)
        if (versions.length > 0) onPhoto()
        else missing.push(name)
      }
    }
  }
  return missing
}

/** Without versions when one is missing: a sweep may be taking the photo away, and half of it is none. */
async function readPhoto(store: PhotoStore, { name, width }: ListedPhoto) {
  const versions: PhotoVersion[] = []
  for (const kept of keptWidths(width)) {
    const bytes = await store.get(name, kept)
    if (!bytes) return { name, versions: [] }
    versions.push({ width: kept, bytes })
  }
  return { name, versions }
}
