import type { KeptData } from './kept-data.ts'
import type { OfflinePage } from './offline-page.ts'
import { deleteOldSharedPhotos } from './share-target.ts'
import { letNewVersionTakeOver } from './take-over.ts'
import type { WaitingEvent, WorkerScope } from './worker-scope.ts'

export interface NavigationEvent extends WaitingEvent {
  preloadResponse: Promise<Response | undefined>
  resultingClientId: string
}

interface OpenPageDeps {
  kept: Pick<KeptData, 'noteStudent' | 'deleteOld'>
  offlinePage: Pick<OfflinePage, 'read' | 'refresh'>
  caches: Parameters<typeof deleteOldSharedPhotos>[0]
  fetch: (request: Request) => Promise<Response>
  scope: Pick<WorkerScope, 'registration' | 'clients'>
  now: () => number
}

/** Pages come from the server, always. None of them is stored. Without a network, one page stands for all of them. */
export function createPageOpener({ kept, offlinePage, caches, fetch, scope, now }: OpenPageDeps) {
  return async (request: Request, event: NavigationEvent): Promise<Response> => {
    event.waitUntil(Promise.all([kept.deleteOld(), deleteOldSharedPhotos(caches, now())]))
    try {
      const response = (await event.preloadResponse) ?? (await fetch(request))
      event.waitUntil(Promise.all([kept.noteStudent(response), offlinePage.refresh()]))
      if (response.ok) event.waitUntil(letNewVersionTakeOver(scope, event.resultingClientId))
      return response
    } catch (error) {
      const page = await offlinePage.read()
      if (!page) throw error
      return page
    }
  }
}
