import { randomUUID } from 'node:crypto'
import { StartupError } from '../../errors.ts'
import type { S3Config } from '../../files/s3-url.ts'
import type { PhotoStore, QuarantinedPhoto, StoredPhoto } from '../photo-store.ts'
import { type Bucket, type ListedObject, openBucket, type RequestLimits } from './bucket.ts'
import { ObjectStoreError } from './object-store-error.ts'

export interface S3StoreOptions {
  warn?: (message: string) => void
  limits?: RequestLimits
}

const probeLimits: RequestLimits = {
  maxAttempts: 1,
  attemptTimeoutMs: 3_000,
  totalTimeoutMs: 3_000,
}

export async function openS3Store(
  config: S3Config,
  { warn = () => {}, limits }: S3StoreOptions = {},
): Promise<PhotoStore> {
  await probeForPhotos(config, {
    setting: 'S3_URL',
    store: 'photo store',
    without: 'Photos will not work until it can.',
    warn,
  })
  return createS3Store(openBucket(config, limits))
}

interface ProbeOptions {
  /** The setting that names the bucket. */
  setting: string
  store: string
  /** A sentence that says what does not work while the store cannot be reached. */
  without: string
  warn: (message: string) => void
}

/**
 * Asks a bucket once, and returns whether it has a photo. Wrong credentials or a missing bucket are configuration errors,
 * so the start fails. An unreachable store causes only a warning: it may come back, and the site works without it.
 */
export async function probeForPhotos(config: S3Config, options: ProbeOptions): Promise<boolean> {
  const { setting, store, without, warn } = options
  const probe = openBucket(config, probeLimits)
  try {
    for await (const page of probe.list('uploads/', 1)) return page.length > 0
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error
    const problem = describeConfigError(error, config)
    if (!error.isTransient) {
      throw new StartupError(
        `${setting} does not work with the ${store} at ${config.origin}: ${problem}.`,
      )
    }
    warn(`The ${store} at ${config.origin} cannot be reached (${error.reason}). ${without}`)
  } finally {
    probe.destroy()
  }
  return false
}

function describeConfigError(
  { storeCode = '', reason }: ObjectStoreError,
  { bucket, region }: S3Config,
) {
  const problems: Record<string, string> = {
    NoSuchBucket: `there is no bucket "${bucket}". Create it, or name another one`,
    InvalidAccessKeyId: 'it does not know the key',
    SignatureDoesNotMatch: 'the key or the secret is wrong',
    AuthorizationHeaderMalformed: `the region is not "${region}"`,
    PermanentRedirect: `the bucket "${bucket}" is in another region or at another address`,
    AccessDenied: `the key may not list the bucket "${bucket}"`,
    RequestTimeTooSkewed: 'the clocks of this machine and the store differ too much',
  }
  return problems[storeCode] ?? reason
}

// The key is the path of the photo, so that a CDN in front of the bucket finds the photo.
const variantKey = (name: string, width: number) => `uploads/${name}-${width}.webp`
const variantKeyPattern = /^uploads\/([0-9a-f]{32})-\d{1,4}\.webp$/
// This name is from the first version, and existing buckets have photos under it.
const quarantinePrefix = (quarantineId: string) => `aside/${quarantineId}/`
const quarantineKeyPattern = /^aside\/(([0-9a-f]{32})\.[0-9a-f-]{36})\/(\d{1,4})\.webp$/

const objectHeaders = {
  ContentType: 'image/webp',
  CacheControl: 'public, max-age=31536000, immutable',
}

/**
 * Stores one object for each variant. S3 has no atomic write of several objects and no rename, so an interrupted write
 * leaves only some variants. `has` is false for such a photo, and `deleteUnusedPhotos` finds it.
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
          // The newest variant counts, because an upload may be writing the others right now.
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

    // A PUT of one object is atomic, so nothing is incomplete here. `list` finds photos with missing variants.
    async deleteIncomplete() {},

    close: () => bucket.destroy(),
  }
}

function parseWidth(key: string): number {
  return Number(/(\d+)\.webp$/.exec(key)?.[1])
}
