import { LRUCache } from 'lru-cache'
import { photoWidths } from '#contract/photos.ts'
import { hourMs } from '../durations.ts'
import type { PhotoStore } from './photo-store.ts'

const maxCachedWidth = 640
const maxMissingVariants = 10_000

export interface OpenPhoto {
  bytes: Buffer
  width: number
}

/** Caches small variants in memory. Entries expire, because photos may be deleted. */
export function createPhotoReader(store: PhotoStore, maxCachedBytes = 32 * 1024 * 1024) {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    // lru-cache rejects a size of 0.
    sizeCalculation: ({ length }) => Math.max(length, 1),
    ttl: hourMs,
  })
  const inFlight = new Map<string, Promise<Buffer | undefined>>()
  /** Variants that small photos do not have, so that not every request looks for them in the store. */
  const missingVariants = new LRUCache<string, true>({ max: maxMissingVariants, ttl: hourMs })

  async function read(key: string, name: string, width: number) {
    const cached = cache.get(key)
    if (cached) return cached
    // Concurrent requests for a variant share one read of the store.
    const reading = inFlight.get(key) ?? store.get(name, width)
    inFlight.set(key, reading)
    try {
      const bytes = await reading
      if (bytes && width <= maxCachedWidth) cache.set(key, bytes)
      return bytes
    } finally {
      inFlight.delete(key)
    }
  }

  async function openVariant(name: string, width: number): Promise<OpenPhoto | undefined> {
    const bytes = await read(variantKey(name, width), name, width)
    return bytes && { bytes, width }
  }

  /** Opens the variant of that width or, if the photo is smaller, its largest. */
  return async function open(name: string, width: number): Promise<OpenPhoto | undefined> {
    const missing: string[] = []
    for (const candidate of photoWidths.toReversed()) {
      const key = variantKey(name, candidate)
      if (candidate > width || missingVariants.has(key)) continue
      const photo = await openVariant(name, candidate)
      if (photo) {
        // Only now: of a photo that does not exist at all, nothing is remembered.
        for (const variant of missing) missingVariants.set(variant, true)
        return photo
      }
      missing.push(key)
    }
    return undefined
  }
}

function variantKey(name: string, width: number): string {
  return `${name}-${width}`
}
