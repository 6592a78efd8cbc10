/** The part of ServiceWorkerGlobalScope that the worker uses. The types of pages and of workers cannot be loaded together. */
export interface WorkerScope {
  registration: {
    waiting: { postMessage: (message: unknown) => void } | null
    navigationPreload?: { enable: () => Promise<void> }
  }
  clients: {
    claim: () => Promise<void>
    /** Waits for a page that is loading. */
    get: (id: string) => Promise<unknown>
    matchAll: (options: {
      type: 'window'
      includeUncontrolled: boolean
    }) => Promise<{ id: string }[]>
  }
  location: { href: string }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void
    (type: 'message', listener: (event: { data: unknown }) => void): void
  }
}

export interface WaitingEvent {
  waitUntil: (work: Promise<unknown>) => void
}
