import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { sharedPhotosField, sharePath, storedAtHeader } from '#contract/offline.ts'
import { createKeptData } from './kept-data.ts'
import { favouritesPath, isKeptPath, keptPhotoPath, keptWith } from './kept-paths.ts'
import { createOfflinePage } from './offline-page.ts'
import { storeSharedPhotos } from './share-target.ts'
import type { WorkerScope } from './worker-scope.ts'

/** What the build says: the files of the pages that can be read offline, and the paths of the categories. */
declare const __BUILD__: {
  version: string
  files: string[]
  entry: string
  categoryPaths: Record<string, string>
}

const scope = globalThis as unknown as WorkerScope
const { version, files, entry, categoryPaths } = __BUILD__
const kept = createKeptData({ caches, version, now: Date.now })
const offlinePage = createOfflinePage({ caches, fetch, version, entry, now: Date.now })

// All files have a hash of their content in their name, so they need no revision.
precacheAndRoute(files.map((url) => ({ url, revision: null })))
cleanupOutdatedCaches()

scope.addEventListener('install', (event) => event.waitUntil(offlinePage.store()))

scope.addEventListener('activate', (event) => {
  const start = async () => {
    await scope.registration.navigationPreload?.enable()
    await Promise.all([kept.cleanUp(), offlinePage.cleanUp()])
    // Before the first version there was no worker: its pages may use it at once.
    await scope.clients.claim()
  }
  event.waitUntil(start())
})

/** A new version waits until a page is opened. It never takes over a page that somebody reads. */
const takeOver = 'take over'
scope.addEventListener('message', ({ data }) => {
  if (data === takeOver) scope.skipWaiting()
})

/** Pages come from the server, always. None of them is stored. Without a network, one page stands for all of them. */
registerRoute(
  new NavigationRoute(
    async (options) => {
      const { request } = options
      const event = options.event as NavigationEvent
      scope.registration.waiting?.postMessage(takeOver)
      try {
        const response = (await event.preloadResponse) ?? (await fetch(request))
        event.waitUntil(Promise.all([kept.noteStudent(response), offlinePage.refresh()]))
        return response
      } catch (error) {
        const page = await offlinePage.read()
        if (!page) throw error
        return page
      }
    },
    { denylist: [/^\/(api|setup)(\/|$)/] },
  ),
)

interface NavigationEvent extends Event {
  preloadResponse: Promise<Response | undefined>
  waitUntil: (work: Promise<unknown>) => void
}

/** Data comes from the server, too. What was stored is for times without a network. */
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && url.pathname.startsWith('/api/') && request.mode !== 'navigate',
  async ({ request, url, event }) => {
    const photo = keptPhotoPath(url.pathname)
    const begunIn = kept.currentEpoch()
    try {
      const response = await fetch(request)
      const isKept = isKeptPath(url)
      event.waitUntil(isKept ? follow(url, response.clone(), begunIn) : kept.noteStudent(response))
      return response
    } catch (error) {
      const stored = await kept.read(new URL(photo ?? url.href, url).href)
      if (!stored) throw error
      return stored
    }
  },
)

/** Stores a response for times without a network. */
async function follow(url: URL, response: Response, begunIn: number) {
  await kept.noteStudent(response)
  const whole = response.status === 304 ? await findUnchanged(url) : response
  if (!whole) return
  const copy = url.pathname === favouritesPath && whole.ok ? whole.clone() : undefined
  await kept.keep(url.href, whole, begunIn)
  if (copy) await keepListings(await copy.json(), begunIn)
}

/** An open conversation is asked for every few seconds. What is unchanged is not written as often. */
const minWriteMs = 60_000

/** Returns the data of a 304: the page has it, for example from its document, but the worker may not. */
async function findUnchanged({ href }: URL): Promise<Response | undefined> {
  const stored = await kept.read(href)
  if (!stored) return fetch(href, { cache: 'no-store' })
  const age = Date.now() - Number(stored.headers.get(storedAtHeader))
  return age < minWriteMs ? undefined : stored
}

/** Stores the details and the first photo of saved listings, one after the other. What is stored already is left out. */
async function keepListings(favourites: Parameters<typeof keptWith>[0], begunIn: number) {
  const { listings, photos } = keptWith(favourites, categoryPaths)
  const wanted = [...listings.map((url) => ({ kept: url, url })), ...photos]
  for (const { kept: path, url } of wanted) {
    const href = new URL(path, scope.location.href).href
    if (await kept.read(href)) continue
    // A failure leaves out one listing. The next visit tries again.
    await fetch(url).then(
      (response) => kept.keep(href, response, begunIn),
      () => undefined,
    )
  }
}

/** The phone sends photos that somebody shares with the installed app. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === sharePath,
  async ({ request }) => {
    const count = await storeSharedPhotos(caches, await request.formData(), sharedPhotosField)
    return Response.redirect(`/sell?shared=${count}`, 303)
  },
  'POST',
)
