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

  /** Deletes everything of all students but this one. */
  async function forgetAllBut(student: string | undefined) {
    const names = await caches.keys()
    const foreign = names.filter(
      (name) => name.startsWith(keptCachePrefix) && (!student || name !== nameOf(student)),
    )
    if (foreign.length === 0) return
    epoch++
    // Photos that were shared before a login stay for the form. Those of a student who has logged out do not.
    const isOthers = foreign.some((name) => name.startsWith(prefix))
    const gone = isOthers ? names.filter((name) => isPersonalCache(name)) : foreign
    const kept = student && nameOf(student)
    await Promise.all(gone.filter((name) => name !== kept).map((name) => caches.delete(name)))
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
  async function read(url: string): Promise<Response | undefined> {
    const student = await findStudent()
    if (!student) return undefined
    const cache = await caches.open(nameOf(student))
    const stored = await cache.match(url)
    if (!stored) return undefined
    if (now() - Number(stored.headers.get(storedAtHeader)) < maxAgeMs) return stored
    await cache.delete(url)
    return undefined
  }

  /** Deletes the data of other versions, and what is too old. */
  async function cleanUp() {
    const names = (await caches.keys()).filter((name) => name.startsWith(keptCachePrefix))
    const old = names.filter((name) => !name.startsWith(prefix))
    await Promise.all(old.map((name) => caches.delete(name)))
    const student = await findStudent()
    if (!student) return
    const cache = await caches.open(nameOf(student))
    for (const { url } of await cache.keys()) await read(url)
  }

  return { keep, read, noteStudent, cleanUp, currentEpoch: () => epoch }
}
