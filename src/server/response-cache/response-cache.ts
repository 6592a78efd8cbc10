import { LRUCache } from 'lru-cache'
import type { CategoryId } from '#categories/index.ts'
import { type Encoding, encodings } from '../http/compression.ts'
import { decodeResponse, encodeResponse, type PreparedResponse } from '../http/prepared-response.ts'
import type { CategoryVersions, Versions } from '../versions/category-versions.ts'

export interface CacheLookup {
  /** The key of the response. Two requests with the same key get the same bytes. */
  key: string
  encoding: Encoding | undefined
  /** The versions that the client must see, if they are known. Otherwise they are read. */
  versions?: Versions | undefined
}

export interface BuiltResponse {
  response: PreparedResponse
  /** The categories whose listings the response shows, or null if it must not be cached. */
  tags: readonly CategoryId[] | null
  /** When the response expires, even if no version changes. */
  expiresAt?: number
  /** The student for whom the caller has to build a different response. */
  ownerId?: number | undefined
}

/** Builds the response from data that is at least as new as these versions. */
type Build = (versions: Versions) => Promise<BuiltResponse>

interface Entry extends Pick<BuiltResponse, 'response' | 'tags' | 'ownerId'> {
  /** The versions that were read before the response was built. */
  versions: Versions
  expiresAt: number
}

type CachedResponse = Pick<Entry, 'response' | 'ownerId' | 'expiresAt'>

const defaultMaxBytes = 64 * 1024 * 1024

interface ResponseCacheDeps {
  versions: Pick<CategoryVersions, 'read'>
  now: () => number
  /** The size of the cache. 0 turns caching off. */
  maxBytes?: number
  /** The largest response that is cached. */
  maxEntryBytes?: number
}

/** An estimate of the bytes that an entry takes besides its body: headers, ETag and key. */
const entryOverheadBytes = 700

/**
 * Keeps finished responses by key, as long as the versions of the categories that they show are unchanged. Only
 * compressed copies are kept, which are several times smaller. The few clients that ask for plain text get a
 * decompressed copy.
 */
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

  function findValid(key: string, encoding: Encoding, current: Versions): Entry | undefined {
    const entry = entries?.get(entryKey(key, encoding))
    return entry && isValid(entry, current) ? entry : undefined
  }

  /**
   * Shares a build between requests that saw the same versions. A request that knows of a change must not get the state
   * before it.
   */
  async function share(name: string, current: Versions, make: () => Promise<Entry>) {
    const flight = `${Object.values(current)} ${name}`
    const running = inFlight.get(flight)
    if (running) return running
    const made = make()
    inFlight.set(flight, made)
    try {
      return await made
    } finally {
      inFlight.delete(flight)
    }
  }

  const buildPlain = (key: string, current: Versions, build: Build) =>
    share(key, current, async () => {
      const { expiresAt = Number.POSITIVE_INFINITY, ...built } = await build(current)
      return { ...built, versions: current, expiresAt }
    })

  /** Finds a copy in any encoding and decompresses it. */
  async function findPlain(key: string, current: Versions): Promise<Entry | undefined> {
    for (const encoding of encodings) {
      const entry = findValid(key, encoding, current)
      if (entry) return { ...entry, response: await decodeResponse(entry.response, encoding) }
    }
    return undefined
  }

  async function keepEncoded(key: string, plain: Entry, encoding: Encoding): Promise<Entry> {
    const entry = { ...plain, response: await encodeResponse(plain.response, encoding) }
    if (entry.tags) entries?.set(entryKey(key, encoding), entry)
    return entry
  }

  return {
    /**
     * Returns the cached response, or builds it. Versions are read before building; otherwise a change during the build
     * would go unnoticed.
     */
    async get(lookup: CacheLookup, build: Build): Promise<CachedResponse> {
      const { key, encoding } = lookup
      const current = lookup.versions ?? (await versions.read())
      const cached = encoding && findValid(key, encoding, current)
      if (cached) return cached
      return share(`${encoding} ${key}`, current, async () => {
        const kept = await findPlain(key, current)
        const plain = kept ?? (await buildPlain(key, current, build))
        if (encoding) return keepEncoded(key, plain, encoding)
        if (!kept) await keepEncoded(key, plain, 'gzip')
        return plain
      })
    },

    sizeInBytes: () => entries?.calculatedSize ?? 0,
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>

const entryKey = (key: string, encoding: Encoding) => `${encoding} ${key}`
