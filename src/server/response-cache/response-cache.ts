import { LRUCache } from 'lru-cache'
import type { CategoryId } from '#categories/index.ts'
import type { Encoding } from '../http/compression.ts'
import { encodeResponse, type PreparedResponse } from '../http/prepared-response.ts'
import type { CategoryVersions } from './category-versions.ts'

export interface CacheLookup {
  /** Identifies the response; two requests with the same key get the same bytes. */
  key: string
  encoding: Encoding | undefined
  /** Reads versions from the database instead of memory, so that students see their own changes at once. */
  fresh: boolean
  /** Categories whose listings the response may show. */
  categories: readonly CategoryId[]
}

export interface BuiltResponse {
  response: PreparedResponse
  /** Categories whose listings the response does show; null when it must not be cached. */
  tags: readonly CategoryId[] | null
  /** Expires after this long even if no version changes. */
  ttlMs?: number
}

/** Builds the response from data at least as new as these versions, one for each category of the lookup. */
type Build = (versions: readonly number[]) => Promise<BuiltResponse>

interface Entry {
  response: PreparedResponse
  /** The versions of its tags when it was built; null when it must not be cached. */
  versions: [category: CategoryId, version: number][] | null
  expiresAt: number
}

/** 64 MiB. */
const defaultMaxBytes = 64 * 1024 * 1024

interface ResponseCacheDeps {
  versions: Pick<CategoryVersions, 'read'>
  now: () => number
  /** 0 turns caching off. */
  maxBytes?: number
  /** Larger responses are not cached. */
  maxEntryBytes?: number
}

/** An estimate of what an entry takes besides its body: headers, ETag, key. */
const entryOverheadBytes = 700

/** Finished responses by key, valid while the versions of the categories they show are unchanged. */
export function createResponseCache(deps: ResponseCacheDeps) {
  const { versions, now, maxBytes = defaultMaxBytes, maxEntryBytes = maxBytes / 64 } = deps
  const entries =
    maxBytes > 0
      ? new LRUCache<string, Entry>({
          maxSize: maxBytes,
          maxEntrySize: maxEntryBytes,
          sizeCalculation: ({ response }, key) =>
            response.body.length + key.length + entryOverheadBytes,
        })
      : undefined
  const inFlight = new Map<string, Promise<Entry>>()

  async function isValid(
    { versions: builtAt, expiresAt }: Entry,
    { fresh }: CacheLookup,
  ): Promise<boolean> {
    if (expiresAt <= now()) return false
    for (const [category, version] of builtAt ?? []) {
      if ((await versions.read(category, { fresh })) !== version) return false
    }
    return true
  }

  async function getEntry(lookup: CacheLookup, build: Build): Promise<Entry> {
    const cached = entries?.get(entryKey(lookup))
    return cached && (await isValid(cached, lookup)) ? cached : buildEntry(lookup, build)
  }

  /** Versions are read before building, or a change during the build would go unnoticed. */
  async function buildEntry(lookup: CacheLookup, build: Build): Promise<Entry> {
    const { categories, encoding, fresh } = lookup
    const current = await Promise.all(
      categories.map((category) => versions.read(category, { fresh })),
    )
    const key = entryKey(lookup)
    // Requests share a build only if they saw the same versions: one that knows of a change must not get the state before it.
    const flight = `${current} ${key}`
    const building = inFlight.get(flight)
    if (building) return building
    const built = encoding
      ? encodeEntry(lookup, encoding, build)
      : buildPlainEntry(lookup, current, build)
    inFlight.set(flight, built)
    try {
      const entry = await built
      if (entry.versions) entries?.set(key, entry)
      return entry
    } finally {
      inFlight.delete(flight)
    }
  }

  async function buildPlainEntry(lookup: CacheLookup, current: number[], build: Build) {
    const startedAt = now()
    const { response, tags, ttlMs = Number.POSITIVE_INFINITY } = await build(current)
    const versioned = lookup.categories.map((category, index): [CategoryId, number] => [
      category,
      current[index] ?? 0,
    ])
    return {
      response,
      versions: tags && versioned.filter(([category]) => tags.includes(category)),
      expiresAt: startedAt + ttlMs,
    }
  }

  /** Compresses the plain entry, which is cached under its own key. */
  async function encodeEntry(lookup: CacheLookup, encoding: Encoding, build: Build) {
    const plain = await getEntry({ ...lookup, encoding: undefined }, build)
    return { ...plain, response: await encodeResponse(plain.response, encoding) }
  }

  return {
    async get(lookup: CacheLookup, build: Build): Promise<PreparedResponse> {
      return (await getEntry(lookup, build)).response
    },

    sizeInBytes: () => entries?.calculatedSize ?? 0,
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>

const entryKey = ({ key, encoding }: CacheLookup) => `${encoding ?? 'plain'} ${key}`
