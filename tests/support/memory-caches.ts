/** Stands in for the caches of a browser, as far as the service worker uses them. */
export function createMemoryCaches() {
  const all = new Map<string, Map<string, Response>>()
  const urlOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, 'https://quad.example').href
  const openCache = (entries: Map<string, Response>) => ({
    match: async (request: RequestInfo | URL) => entries.get(urlOf(request))?.clone(),
    put: async (request: RequestInfo | URL, response: Response) => {
      // A browser keeps the order of the last writes.
      entries.delete(urlOf(request))
      entries.set(urlOf(request), response)
    },
    delete: async (request: RequestInfo | URL) => entries.delete(urlOf(request)),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
  })
  const caches = {
    keys: async () => [...all.keys()],
    has: async (name: string) => all.has(name),
    open: async (name: string) => {
      const entries = all.get(name) ?? new Map()
      all.set(name, entries)
      return openCache(entries) as unknown as Cache
    },
    delete: async (name: string) => all.delete(name),
  }
  /** Returns the names of the caches, with the paths that each one has. */
  const contents = () =>
    Object.fromEntries(
      [...all].map(([name, entries]) => [
        name,
        [...entries.keys()].map((url) => new URL(url).pathname),
      ]),
    )
  return { caches, contents }
}
