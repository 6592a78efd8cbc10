import { photoWidths } from '#contract/photos.ts'
import type { Fingerprint, PhotoStore, PhotoVariant } from './photo-store.ts'

export interface MoveOptions {
  from: PhotoStore
  to: PhotoStore
  concurrency?: number
  onProgress?: (progress: MoveProgress) => void
}

export interface MoveProgress {
  total: number
  copied: number
  /** The number of photos that the target already had, with the same size and checksum. */
  skipped: number
  /** The number of bytes copied. */
  bytes: number
}

export class MoveError extends Error {}

/**
 * Copies every photo to another store and verifies the copy. It deletes nothing and skips photos that were copied
 * before, so an interrupted run can be repeated.
 */
export async function movePhotos({ from, to, concurrency = 8, onProgress }: MoveOptions) {
  const names = (await Array.fromAsync(from.list())).flat().map(({ name }) => name)
  const progress: MoveProgress = { total: names.length, copied: 0, skipped: 0, bytes: 0 }
  const queue = names.values()
  const errors: unknown[] = []

  async function runWorker() {
    for (const name of queue) {
      if (errors.length > 0) return
      const bytes = await copyPhoto(from, to, name)
      if (bytes === 0) progress.skipped++
      else progress.copied++
      progress.bytes += bytes
      onProgress?.(progress)
    }
  }

  const workers = Array.from({ length: concurrency }, () =>
    runWorker().catch((error) => errors.push(error)),
  )
  await Promise.all(workers)
  if (errors.length > 0) throw errors[0]
  return progress
}

/** Copies one photo. Resolves to the number of bytes copied. */
async function copyPhoto(from: PhotoStore, to: PhotoStore, name: string): Promise<number> {
  const comparison = await comparePhoto(from, to, name)
  if (comparison === 'same') return 0
  const variants = await readVariants(from, name)
  // `put` does not overwrite, so a photo with different content has to be moved away first.
  const quarantineId = comparison === 'different' ? await to.quarantine(name) : undefined
  await to.put(name, variants)
  if (quarantineId) await to.discard(quarantineId)
  if ((await comparePhoto(from, to, name)) !== 'same') {
    throw new MoveError(`The photo ${name} did not arrive whole. Run this again.`)
  }
  return variants.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

async function readVariants(store: PhotoStore, name: string): Promise<PhotoVariant[]> {
  const variants: PhotoVariant[] = []
  for (const width of photoWidths) {
    const bytes = await store.get(name, width)
    if (bytes) variants.push({ width, bytes })
  }
  return variants
}

async function comparePhoto(from: PhotoStore, to: PhotoStore, name: string) {
  const pairs = await Promise.all(
    photoWidths.map((width) =>
      Promise.all([from.fingerprint(name, width), to.fingerprint(name, width)]),
    ),
  )
  const existing = pairs.filter(([source]) => source !== undefined)
  if (existing.some(([source, copy]) => copy && !isEqual(source, copy))) return 'different'
  return existing.every(([, copy]) => copy) ? 'same' : 'missing'
}

function isEqual(source: Fingerprint | undefined, copy: Fingerprint): boolean {
  if (source?.size !== copy.size) return false
  return !source.sha256 || !copy.sha256 || source.sha256 === copy.sha256
}
