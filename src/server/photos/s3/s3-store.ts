import { randomUUID } from 'node:crypto'
import type { KeptPhoto, PhotoAside, PhotoStore } from '../photo-store.ts'
import type { Bucket } from './bucket.ts'
import type { ListedObject } from './list-answer.ts'

// As its address has it, so that a CDN before the bucket finds it there.
const keptKey = (name: string, width: number) => `uploads/${name}-${width}.webp`
const keptPhoto = /^uploads\/([0-9a-f]{32})-\d{1,4}\.webp$/
const asideKey = (ticket: string, width: string) => `aside/${ticket}/${width}.webp`
const photoAside = /^aside\/(([0-9a-f]{32})\.[0-9a-f-]{36})\/(\d{1,4})\.webp$/

const forPhotos = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
}

/**
 * Photos as objects, one for each width. Objects appear one by one and nothing can be renamed, so a write
 * that was cut off leaves a part of a photo: `has` does not take it for one, and a sweep finds it.
 */
export function createS3Store(bucket: Bucket): PhotoStore {
  async function allOf(prefix: string): Promise<ListedObject[]> {
    return (await Array.fromAsync(bucket.list(prefix))).flat()
  }

  async function isThere(key: string) {
    return (await bucket.head(key)) !== undefined
  }

  const removeAll = (objects: ListedObject[]) =>
    Promise.all(objects.map(({ key }) => bucket.remove(key)))

  return {
    async put(name, versions) {
      await Promise.all(
        versions.map(async ({ width, bytes }) => {
          const key = keptKey(name, width)
          if (!(await isThere(key))) await bucket.put(key, bytes, forPhotos)
        }),
      )
    },

    get: (name, width) => bucket.get(keptKey(name, width)),

    stream: (name, width) => bucket.stream(keptKey(name, width)),

    async has(name, widths) {
      const found = await Promise.all(widths.map((width) => isThere(keptKey(name, width))))
      return found.every(Boolean)
    },

    fingerprint: (name, width) => bucket.head(keptKey(name, width)),

    async *list() {
      let last: KeptPhoto | undefined
      for await (const page of bucket.list('uploads/')) {
        const photos: KeptPhoto[] = []
        for (const { key, since } of page) {
          const name = keptPhoto.exec(key)?.[1]
          if (!name) continue
          if (last && last.name !== name) photos.push(last)
          // As young as its youngest version, which may have been written just now.
          last = { name, since: Math.max(since, last?.name === name ? last.since : 0) }
        }
        yield photos
      }
      if (last) yield [last]
    },

    async listAside() {
      const photos = new Map<string, PhotoAside>()
      for (const { key, since } of await allOf('aside/')) {
        const [, ticket, name] = photoAside.exec(key) ?? []
        if (!ticket || !name) continue
        const known = photos.get(ticket)?.since ?? 0
        photos.set(ticket, { ticket, name, since: Math.max(known, since) })
      }
      return [...photos.values()]
    },

    async setAside(name) {
      const objects = await allOf(`uploads/${name}-`)
      const ticket = `${name}.${randomUUID()}`
      const copies = await Promise.all(
        objects.map(({ key }) => bucket.copy(key, asideKey(ticket, widthIn(key)))),
      )
      await removeAll(objects)
      return copies.includes(true) ? ticket : undefined
    },

    async restore(ticket) {
      const objects = await allOf(`aside/${ticket}/`)
      const name = ticket.split('.')[0] ?? ticket
      await Promise.all(
        objects.map(async ({ key }) => {
          const kept = keptKey(name, Number(widthIn(key)))
          if (!(await isThere(kept))) await bucket.copy(key, kept)
        }),
      )
      await removeAll(objects)
    },

    async discard(ticket) {
      await removeAll(await allOf(`aside/${ticket}/`))
    },

    // An object is there whole or not at all; parts of photos are found by `list`.
    async tidy() {},
  }
}

function widthIn(key: string): string {
  return /(\d+)\.webp$/.exec(key)?.[1] ?? ''
}
