import type { Readable } from 'node:stream'
import { photoWidths } from '#contract/photos.ts'
import { byteCache } from './byte-cache.ts'
import type { PhotoStore } from './photo-store.ts'

const hour = 3_600_000
const memoryForSmallVersions = 32 * 1024 * 1024
const largestInMemory = 640
const mostGapsKnown = 10_000

export interface OpenPhoto {
  body: Buffer | Readable
  size: number
  width: number
}

/** Small versions stay in memory once they were asked for; a large one passes through as it comes. */
export function createPhotoReader(store: PhotoStore, now: () => number = Date.now) {
  const cache = byteCache(memoryForSmallVersions)
  const underWay = new Map<string, Promise<Buffer | undefined>>()
  /** Versions that a smaller photo lacks, and until when that is taken for true. */
  const gaps = new Map<string, number>()

  async function read(key: string, name: string, width: number) {
    const hot = cache.get(key)
    if (hot) return hot
    // A crowd that asks for the same photo at once asks the store once.
    const reading = underWay.get(key) ?? store.get(name, width)
    underWay.set(key, reading)
    try {
      const bytes = await reading
      if (bytes && width <= largestInMemory) cache.set(key, bytes)
      return bytes
    } finally {
      underWay.delete(key)
    }
  }

  async function openVersion(name: string, width: number): Promise<OpenPhoto | undefined> {
    if (store.stream && width > largestInMemory) {
      const stream = await store.stream(name, width)
      return stream && { ...stream, width }
    }
    const bytes = await read(`${name}-${width}`, name, width)
    return bytes && { body: bytes, size: bytes.length, width }
  }

  function rememberGaps(name: string, widths: number[]) {
    if (gaps.size > mostGapsKnown) gaps.clear()
    for (const width of widths) gaps.set(`${name}-${width}`, now() + hour)
  }

  /** The version of that width or, where the photo is smaller, the largest there is. */
  return async function open(name: string, width: number): Promise<OpenPhoto | undefined> {
    const missing: number[] = []
    for (const candidate of photoWidths.toReversed()) {
      if (candidate > width || (gaps.get(`${name}-${candidate}`) ?? 0) > now()) continue
      const photo = await openVersion(name, candidate)
      if (photo) {
        rememberGaps(name, missing)
        return photo
      }
      missing.push(candidate)
    }
    return undefined
  }
}
