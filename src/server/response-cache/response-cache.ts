import { LRUCache } from 'lru-cache'
import type { CategoryId } from '#categories/index.ts'
import type { Encoding } from '../http/compression.ts'
import { encodeResponse, type PreparedResponse } from '../http/prepared-response.ts'
import type { CategoryVersions } from '../versions/category-versions.ts'
import type { Versions } from '../versions/version-queries.ts'

export interface CacheLookup {
  /** Identifies the response; two requests with the same key get the same bytes. */
  key: string
  encoding: Encoding | undefined
  /** The versions that the client must see, where they are known; read otherwise. */
  versions?: Versions | undefined
}

export interface BuiltResponse {
  response: PreparedResponse
  /** Categories whose listings the response does show; null when it must not be cached. */
  tags: readonly CategoryId[] | null
  /** Expires then even if no version changes. */
  expiresAt?: number
  /** A student for whom the caller has to build another response. */
  ownerId?: number | undefined
}

/** Builds the response from data at least as new as these versions. */
type Build = (versions: Versions) => Promise<BuiltResponse>

interface Entry extends Pick<BuiltResponse, 'response' | 'tags' | 'ownerId'> {
  /** Read before it was built. */
  versions: Versions
  expiresAt: number
}

type CachedResponse = Pick<Entry, 'response' | 'ownerId' | 'expiresAt'>

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

  const isValid = ({ tags, versions: builtAt, expiresAt }: Entry, current: Versions) =>
    expiresAt > now() && (tags ?? []).every((category) => builtAt[category] === current[category])

  async function getEntry(lookup: CacheLookup, current: Versions, build: Build): Promise<Entry> {
    const cached = entries?.get(entryKey(lookup))
    return cached && isValid(cached, current) ? cached : buildEntry(lookup, current, build)
  }

  async function buildEntry(lookup: CacheLookup, current: Versions, build: Build): Promise<Entry> {
    const { encoding } = lookup
    const key = entryKey(lookup)
    // Requests share a build only if they saw the same versions: one that knows of a change must not get the state before it.
    const flight = `${Object.values(current)} ${key}`
    const building = inFlight.get(flight)
    if (building) return building
    const built = encoding
      ? encodeEntry(lookup, encoding, current, build)
      : buildPlainEntry(current, build)
    inFlight.set(flight, built)
    try {
      const entry = await built
      if (entry.tags) entries?.set(key, entry)
      return entry
    } finally {
      inFlight.delete(flight)
    }
  }

  async function buildPlainEntry(versions: Versions, build: Build): Promise<Entry> {
    const { expiresAt = Number.POSITIVE_INFINITY, ...built } = await build(versions)
    return { ...built, versions, expiresAt }
  }

  /** Compresses the plain entry, which is cached under its own key. */
  async function encodeEntry(
    lookup: CacheLookup,
    encoding: Encoding,
    current: Versions,
    build: Build,
  ): Promise<Entry> {
    const plain = await getEntry({ ...lookup, encoding: undefined }, current, build)
    return { ...plain, response: await encodeResponse(plain.response, encoding) }
  }

  return {
    /** Versions are read before building, or a change during the build would go unnoticed. */
    async get(lookup: CacheLookup, build: Build): Promise<CachedResponse> {
      return getEntry(lookup, lookup.versions ?? (await versions.read()), build)
    },

    sizeInBytes: () => entries?.calculatedSize ?? 0,
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>

const entryKey = ({ key, encoding }: CacheLookup) => `${encoding ?? 'plain'} ${key}`
