import { storedAtHeader } from '#contract/offline.ts'

const cachePrefix = 'quad-page-'
const path = '/offline'

/** How old the page may be. The name and the colours of the site may have changed since. */
const maxAgeMs = 24 * 60 * 60 * 1000

interface OfflinePageDeps {
  caches: Pick<CacheStorage, 'keys' | 'open' | 'delete'>
  fetch: (url: string, init: RequestInit) => Promise<Response>
  version: string
  /** The file that the page of this version loads. */
  entry: string
  now: () => number
}

export type OfflinePage = ReturnType<typeof createOfflinePage>

/** The only page that is stored. It has nothing personal: it is fetched without cookies, as visitors see it. */
export function createOfflinePage({ caches, fetch, version, entry, now }: OfflinePageDeps) {
  const name = cachePrefix + version

  /** Fetches the page. Rejects if it belongs to another version, whose files this worker does not have. */
  async function store() {
    const response = await fetch(path, { credentials: 'omit', cache: 'no-store' })
    const text = await response.text()
    if (!response.ok || !text.includes(entry)) throw new Error('The page is of another version')
    const headers = new Headers(response.headers)
    headers.set(storedAtHeader, String(now()))
    for (const each of ['content-encoding', 'content-length', 'vary']) headers.delete(each)
    const cache = await caches.open(name)
    await cache.put(path, new Response(text, { headers }))
  }

  const read = async () => (await caches.open(name)).match(path)

  return {
    store,
    read,
    /** Fetches the page again once it is old. The old one stays if that fails. */
    async refresh() {
      const storedAt = Number((await read())?.headers.get(storedAtHeader))
      if (now() - storedAt > maxAgeMs) await store().catch(() => undefined)
    },
    /** Deletes the pages of other versions. */
    async cleanUp() {
      const names = (await caches.keys()).filter((each) => each.startsWith(cachePrefix))
      await Promise.all(names.filter((each) => each !== name).map((each) => caches.delete(each)))
    },
  }
}
