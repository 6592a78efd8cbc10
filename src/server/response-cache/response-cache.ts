import { LRUCache } from 'lru-cache'
import { campusRevision } from '#campus/campus.ts'
import type { CategoryId } from '#categories/index.ts'
import { copyOutOfPool, type Encoding, encodings } from '../http/compression.ts'
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
  /**
   * Called when a tagged category has changed since these versions: whether the response shows nothing that changed. It
   * must read data at least as new as the change. Without it, every change of the category counts. It lives as long as
   * the response, so it must not hold on to a request.
   */
  isUnchanged?: ((since: Versions) => Promise<boolean>) | undefined
}

/** Builds the response from data that is at least as new as these versions. */
type Build = (versions: Versions) => Promise<BuiltResponse>

interface Entry extends Omit<BuiltResponse, 'expiresAt'> {
  /** Versions at which the response was right: those read before it was built, or before it was last checked. */
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
 * Keeps finished responses by key, as long as the categories that they show are unchanged, or at least what they show of
 * them. Only compressed copies are kept, which are several times smaller. The few clients that ask for plain text get a
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

  function find(key: string, encoding: Encoding): Entry | undefined {
    const entry = entries?.get(entryKey(key, encoding))
    return entry && entry.expiresAt > now() ? entry : undefined
  }

  const isCurrent = ({ tags, versions: builtAt }: Entry, current: Versions) =>
    (tags ?? []).every((category) => builtAt[category] === current[category])

  function findCurrent(key: string, encoding: Encoding, current: Versions): Entry | undefined {
    const entry = find(key, encoding)
    return entry && isCurrent(entry, current) ? entry : undefined
  }

  /** Also finds an entry of older versions that shows nothing that has changed, and remembers that. */
  async function findUnchanged(key: string, encoding: Encoding, current: Versions) {
    const entry = find(key, encoding)
    if (!entry || isCurrent(entry, current)) return entry
    if (!(await entry.isUnchanged?.(entry.versions))) return undefined
    entry.versions = current
    return entry
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

  /** Finds a copy in another encoding and decompresses it. */
  async function findPlain(
    { key, encoding: asked }: CacheLookup,
    current: Versions,
  ): Promise<Entry | undefined> {
    for (const encoding of encodings.filter((each) => each !== asked)) {
      const entry = await findUnchanged(key, encoding, current)
      if (entry) return { ...entry, response: await decodeResponse(entry.response, encoding) }
    }
    return undefined
  }

  async function keepEncoded(key: string, plain: Entry, encoding: Encoding): Promise<Entry> {
    const response = await encodeResponse(plain.response, encoding)
    if (!plain.tags) return { ...plain, response }
    // A short body is not compressed.
    const entry = { ...plain, response: { ...response, body: copyOutOfPool(response.body) } }
    entries?.set(entryKey(key, encoding), entry)
    return entry
  }

  return {
    /**
     * Returns the cached response, or builds it. Versions are read before building; otherwise a change during the build
     * would go unnoticed.
     */
    async get(asked: CacheLookup, build: Build): Promise<CachedResponse> {
      // Responses of an earlier campus are never found again, and age out.
      const lookup = { ...asked, key: `${campusRevision} ${asked.key}` }
      const { key, encoding } = lookup
      const current = lookup.versions ?? (await versions.read())
      const cached = encoding && findCurrent(key, encoding, current)
      if (cached) return cached
      return share(`${encoding} ${key}`, current, async () => {
        const unchanged = encoding && (await findUnchanged(key, encoding, current))
        if (unchanged) return unchanged
        const kept = await findPlain(lookup, current)
        const plain = kept ?? (await buildPlain(key, current, build))
        if (encoding) return keepEncoded(key, plain, encoding)
        if (!kept) await keepEncoded(key, plain, encodings[0])
        return plain
      })
    },

    sizeInBytes: () => entries?.calculatedSize ?? 0,
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>

const entryKey = (key: string, encoding: Encoding) => `${encoding} ${key}`
