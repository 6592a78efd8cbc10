import { randomUUID } from 'node:crypto'
import type { PhotoStore, QuarantinedPhoto, StoredPhoto } from '../photo-store.ts'
import type { Bucket, ListedObject } from './bucket.ts'

// The same as the path of the photo, so that a CDN in front of the bucket finds it.
const variantKey = (name: string, width: number) => `uploads/${name}-${width}.webp`
const variantKeyPattern = /^uploads\/([0-9a-f]{32})-\d{1,4}\.webp$/
// Named so since the first version: existing buckets have photos under it.
const quarantinePrefix = (quarantineId: string) => `aside/${quarantineId}/`
const quarantineKeyPattern = /^aside\/(([0-9a-f]{32})\.[0-9a-f-]{36})\/(\d{1,4})\.webp$/

const objectHeaders = {
  ContentType: 'image/webp',
  CacheControl: 'public, max-age=31536000, immutable',
}

/**
 * One object for each variant. S3 has no atomic write of several objects and no rename, so an interrupted write
 * leaves some variants: `has` is false for those, and deleteUnusedPhotos finds them.
 */
export function createS3Store(bucket: Bucket): PhotoStore {
  async function listAll(prefix: string): Promise<ListedObject[]> {
    return (await Array.fromAsync(bucket.list(prefix))).flat()
  }

  async function exists(key: string) {
    return (await bucket.head(key)) !== undefined
  }

  const deleteAll = (objects: ListedObject[]) =>
    Promise.all(objects.map(({ key }) => bucket.delete(key)))

  return {
    async put(name, variants) {
      await Promise.all(
        variants.map(async ({ width, bytes }) => {
          const key = variantKey(name, width)
          if (!(await exists(key))) await bucket.put(key, bytes, objectHeaders)
        }),
      )
    },

    get: (name, width) => bucket.get(variantKey(name, width)),

    async has(name, widths) {
      const found = await Promise.all(widths.map((width) => exists(variantKey(name, width))))
      return found.every(Boolean)
    },

    fingerprint: (name, width) => bucket.head(variantKey(name, width)),

    async *list() {
      let last: StoredPhoto | undefined
      for await (const page of bucket.list('uploads/')) {
        const photos: StoredPhoto[] = []
        for (const { key, modifiedAt } of page) {
          const name = variantKeyPattern.exec(key)?.[1]
          if (!name) continue
          if (last && last.name !== name) photos.push(last)
          // The newest variant counts: an upload may be writing the others right now.
          const previous = last?.name === name ? last.storedAt : 0
          last = { name, storedAt: Math.max(modifiedAt, previous) }
        }
        yield photos
      }
      if (last) yield [last]
    },

    async listQuarantined() {
      const photos = new Map<string, QuarantinedPhoto>()
      for (const { key, modifiedAt } of await listAll('aside/')) {
        const [, quarantineId, name] = quarantineKeyPattern.exec(key) ?? []
        if (!quarantineId || !name) continue
        const previous = photos.get(quarantineId)?.quarantinedAt ?? 0
        const quarantinedAt = Math.max(modifiedAt, previous)
        photos.set(quarantineId, { quarantineId, name, quarantinedAt })
      }
      return [...photos.values()]
    },

    async quarantine(name) {
      const objects = await listAll(`uploads/${name}-`)
      const quarantineId = `${name}.${randomUUID()}`
      const target = quarantinePrefix(quarantineId)
      const copies = await Promise.all(
        objects.map(({ key }) => bucket.copy(key, `${target}${parseWidth(key)}.webp`)),
      )
      await deleteAll(objects)
      return copies.includes(true) ? quarantineId : undefined
    },

    async restore(quarantineId) {
      const objects = await listAll(quarantinePrefix(quarantineId))
      const name = quarantineId.split('.')[0] ?? quarantineId
      await Promise.all(
        objects.map(async ({ key }) => {
          const target = variantKey(name, parseWidth(key))
          if (!(await exists(target))) await bucket.copy(key, target)
        }),
      )
      await deleteAll(objects)
    },

    async discard(quarantineId) {
      await deleteAll(await listAll(quarantinePrefix(quarantineId)))
    },

    // A PUT of one object is atomic; photos with missing variants are found by `list`.
    async deleteIncomplete() {},

    close: () => bucket.destroy(),
  }
}

function parseWidth(key: string): number {
  return Number(/(\d+)\.webp$/.exec(key)?.[1])
}
