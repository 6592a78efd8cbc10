import { storedAtHeader } from '#contract/offline.ts'
import { createStore } from '../ui/store.ts'

/**
 * When the oldest data of the page was fetched, if the service worker gave it in the server's place. Undefined if the server
 * has answered.
 */
export const storedAt = createStore<number | undefined>(undefined)

/** Notes where a response comes from. */
export function noteResponse({ headers }: { headers: Pick<Headers, 'get'> }) {
  const time = Number(headers.get(storedAtHeader)) || undefined
  const known = storedAt.get()
  storedAt.set(time && known ? Math.min(time, known) : time)
}
