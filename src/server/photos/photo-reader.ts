import { LRUCache } from 'lru-cache'
import { photoWidths } from '#contract/photos.ts'
import { hourMs } from '../durations.ts'
import type { PhotoStore } from './photo-store.ts'

const maxMissingVariants = 10_000

export interface OpenPhoto {
  bytes: Buffer
  width: number
}

/**
 * Reads photos from the store: a copy in memory would outlive a removed photo, in every process. The system
 * keeps files in memory, and a CDN the objects of a store (PHOTO_URL).
 */
export function createPhotoReader(store: Pick<PhotoStore, 'get'>) {
  const inFlight = new Map<string, Promise<Buffer | undefined>>()
  /** Variants that small photos do not have, so that not every request looks for them in the store. */
  const missingVariants = new LRUCache<string, true>({ max: maxMissingVariants, ttl: hourMs })

  /** Concurrent requests for a variant share one read of the store. */
  function read(key: string, name: string, width: number) {
    const reading = inFlight.get(key) ?? store.get(name, width).finally(() => inFlight.delete(key))
    inFlight.set(key, reading)
    return reading
  }

  /** Opens the variant of that width or, if the photo is smaller, its largest. */
  return async function open(name: string, width: number): Promise<OpenPhoto | undefined> {
    const missing: string[] = []
    for (const candidate of photoWidths.toReversed()) {
      const key = `${name}-${candidate}`
      if (candidate > width || missingVariants.has(key)) continue
      const bytes = await read(key, name, candidate)
      if (bytes) {
        // Only now: of a photo that does not exist at all, nothing is remembered.
        for (const variant of missing) missingVariants.set(variant, true)
        return { bytes, width: candidate }
      }
      missing.push(key)
    }
    return undefined
  }
}
