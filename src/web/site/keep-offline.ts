import type { QueryClient } from '@tanstack/react-query'
import { workerPath } from '#contract/offline.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { readFromServiceWorker } from '../session/query-client.ts'
import { createStorage } from '../ui/store.ts'

/** When this tab last asked for what can be read on every page. */
const askedAt = createStorage<number>('sessionStorage', 'kept-at')
const minIntervalMs = 600_000

/** Starts the service worker, and lets it store what the document already had: pages ask the API for the rest. */
export async function keepForOffline(queryClient: QueryClient) {
  const { serviceWorker } = navigator
  await serviceWorker.register(workerPath)
  if (!serviceWorker.controller) {
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  }
  readFromServiceWorker(queryClient)
  for (const path of pathsToKeep(location.pathname)) await fetch(path, { cache: 'no-store' })
}

/** Returns what the page at this path shows, and now and then what every page may lead to. */
export function pathsToKeep(pathname: string, now = Date.now()): string[] {
  const isDue = now - (askedAt.read() ?? 0) > minIntervalMs
  if (isDue) askedAt.write(now)
  const [, page, threadId] = pathname.split('/')
  const isMessages = `/${page}` === pagePaths.messages
  return [
    ...(isDue ? [apiPaths.me, apiPaths.favourites] : []),
    ...(pathname === pagePaths.saved ? [apiPaths.savedSearches, apiPaths.account] : []),
    ...(isMessages ? [apiPaths.threads()] : []),
    ...(isMessages && threadId ? [apiPaths.messages(threadId)] : []),
  ]
}
