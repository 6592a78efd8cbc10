import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { sharedPhotosField, sharePath } from '#contract/offline.ts'
import { createResponseKeeper } from './keep-responses.ts'
import { createKeptData } from './kept-data.ts'
import { isKeptPath, keptPhotoPath } from './kept-paths.ts'
import { createOfflinePage } from './offline-page.ts'
import { createPageOpener, type NavigationEvent } from './open-page.ts'
import { storeSharedPhotos } from './share-target.ts'
import { takeOver } from './take-over.ts'
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
const base = scope.location.href
const keeper = createResponseKeeper({ kept, fetch, categoryPaths, base, now: Date.now })
const offlinePage = createOfflinePage({ caches, fetch, version, entry, now: Date.now })

// All files have a hash of their content in their name, so they need no revision.
precacheAndRoute(files.map((url) => ({ url, revision: null })))
cleanupOutdatedCaches()

scope.addEventListener('install', (event) => {
  const store = async () => {
    await offlinePage.store()
    // The new version is of use without it.
    await keeper.keepWhatOthersKeep().catch(() => undefined)
  }
  event.waitUntil(store())
})

scope.addEventListener('activate', (event) => {
  const start = async () => {
    await scope.registration.navigationPreload?.enable()
    await Promise.all([kept.deleteOtherVersions(), offlinePage.cleanUp()])
    // Before the first version there was no worker: its pages may use it at once.
    await scope.clients.claim()
  }
  event.waitUntil(start())
})

scope.addEventListener('message', ({ data }) => {
  if (data === takeOver) scope.skipWaiting()
})

const openPage = createPageOpener({ kept, offlinePage, caches, fetch, scope, now: Date.now })

registerRoute(
  new NavigationRoute(
    ({ request, event }) => openPage(request, event as unknown as NavigationEvent),
    { denylist: [/^\/(api|setup)(\/|$)/] },
  ),
)

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
      event.waitUntil(
        isKept ? keeper.follow(url, response.clone(), begunIn) : kept.noteStudent(response),
      )
      return response
    } catch (error) {
      const stored = await kept.read(new URL(photo ?? url.href, url).href)
      if (!stored) throw error
      return stored
    }
  },
)

/** The phone sends photos that somebody shares with the installed app. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === sharePath,
  async ({ request }) => {
    const count = await storeSharedPhotos(caches, await request.formData(), sharedPhotosField)
    return Response.redirect(`/sell?shared=${count}`, 303)
  },
  'POST',
)
