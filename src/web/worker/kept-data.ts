import {
  isPersonalCache,
  keptCachePrefix,
  keptDays,
  noStudent,
  storedAtHeader,
  studentHeader,
} from '#contract/offline.ts'

const maxAgeMs = keptDays * 24 * 60 * 60 * 1000

/** The most responses that are kept. The oldest are dropped first. */
const maxResponses = 300

interface KeptDataDeps {
  caches: Pick<CacheStorage, 'keys' | 'open' | 'delete'>
  /** Data of another version of the site is never read: its shape may have changed. */
  version: string
  now: () => number
}

export type KeptData = ReturnType<typeof createKeptData>

/**
 * The data that a student can read without a network. The server says in each response whose it is, so nothing depends on what
 * a page believes. As soon as a response is for somebody else or for nobody, everything of the student is deleted.
 */
export function createKeptData({ caches, version, now }: KeptDataDeps) {
  const prefix = `${keptCachePrefix}${version}-`
  const nameOf = (student: string) => prefix + student
  /** Counts what ends the data of a student. A response to a request that is older is not stored. */
  let epoch = 0

  async function findStudent(): Promise<string | undefined> {
    const name = (await caches.keys()).find((each) => each.startsWith(prefix))
    return name?.slice(prefix.length)
  }

  /**
   * Deletes everything of all students but this one. What another version keeps for this student stays: the old version is
   * still in use while the new one is stored.
   */
  async function forgetAllBut(student: string | undefined) {
    const names = (await caches.keys()).filter(isPersonalCache)
    const foreign = names.filter((name) => !student || !name.endsWith(`-${student}`))
    // Photos that were shared before a login stay for the form. Those of a student who has logged out do not.
    if (!foreign.some((name) => name.startsWith(keptCachePrefix))) return
    epoch++
    await Promise.all(foreign.map((name) => caches.delete(name)))
    // A request that began during the deletion may have opened one of these caches again.
    epoch++
  }

  /** Runs a function with the cache of the student who is logged in. Without a student it does not run. */
  async function withKept<T>(use: (cache: Cache) => Promise<T>): Promise<T | undefined> {
    const begunIn = epoch
    const student = await findStudent()
    if (!student) return undefined
    const cache = await caches.open(nameOf(student))
    const result = await use(cache)
    if (begunIn === epoch) return result
    // Opening a cache that a logout has just deleted makes an empty one.
    if ((await cache.keys()).length === 0) await caches.delete(nameOf(student))
    return undefined
  }

  /** Reads from a response who is logged in. Resolves with the student if the response says so. */
  async function noteStudent({ status, headers }: Pick<Response, 'status' | 'headers'>) {
    const student = headers.get(studentHeader)
    if (status === 401 || student === noStudent) {
      // Requests that began before the logout may still be under way.
      epoch++
      await forgetAllBut(undefined)
      return undefined
    }
    if (student) await forgetAllBut(student)
    return student ?? undefined
  }

  /** Stores a response for the student who is logged in. `begunIn` is the epoch in which its request began. */
  async function keep(url: string, response: Response, begunIn: number) {
    const student = (await noteStudent(response)) ?? (await findStudent())
    if (!student || !response.ok) return
    const headers = new Headers(response.headers)
    headers.set(storedAtHeader, String(now()))
    // The body is stored as it is read, uncompressed.
    for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
    const body = await response.blob()
    if (begunIn !== epoch) return
    const cache = await caches.open(nameOf(student))
    await cache.put(url, new Response(body, { status: response.status, headers }))
    const stored = await cache.keys()
    const oldest = stored.slice(0, Math.max(0, stored.length - maxResponses))
    await Promise.all(oldest.map((request) => cache.delete(request)))
    // A logout may have come while this was stored.
    if (begunIn !== epoch) await caches.delete(nameOf(student))
  }

  /** Returns the stored response to a request, unless it is too old. */
  const read = (url: string): Promise<Response | undefined> =>
    withKept(async (cache) => {
      const stored = await cache.match(url)
      if (!stored) return undefined
      if (now() - Number(stored.headers.get(storedAtHeader)) < maxAgeMs) return stored
      await cache.delete(url)
      return undefined
    })

  /** Returns the addresses of all that is stored, the oldest first. */
  async function findKept(): Promise<string[]> {
    const stored = await withKept((cache) => cache.keys())
    return (stored ?? []).map(({ url }) => url)
  }

  const remove = (url: string) => withKept((cache) => cache.delete(url))

  /** Deletes what is too old. */
  async function deleteOld() {
    // The oldest come first, so this ends at the first one that stays.
    for (const url of await findKept()) if (await read(url)) return
  }

  async function findOtherVersions(): Promise<string[]> {
    const names = await caches.keys()
    return names.filter((name) => name.startsWith(keptCachePrefix) && !name.startsWith(prefix))
  }

  /** Returns the addresses of what other versions have stored. */
  async function findKeptByOthers(): Promise<string[]> {
    const urls = new Set<string>()
    for (const name of await findOtherVersions()) {
      for (const { url } of await (await caches.open(name)).keys()) urls.add(url)
    }
    return [...urls]
  }

  /** Deletes the data of other versions. */
  async function deleteOtherVersions() {
    const names = await findOtherVersions()
    await Promise.all(names.map((name) => caches.delete(name)))
  }

  return {
    keep,
    read,
    findKept,
    remove,
    noteStudent,
    deleteOld,
    findKeptByOthers,
    deleteOtherVersions,
    currentEpoch: () => epoch,
  }
}
