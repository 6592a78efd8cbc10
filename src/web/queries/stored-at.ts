import { storedAtHeader } from '#contract/offline.ts'
import { createStore } from '../ui/store.ts'

/**
 * When the oldest data of the page was fetched, if the service worker gave it in the server's place. Undefined if the server
 * has answered.
 */
export const storedAt = createStore<number | undefined>(undefined)

/** The page that the reader is likely to open next, and when its oldest data was stored. */
let ahead: { path: string | undefined; storedAt: number | undefined } | undefined

/** Notes where a response comes from. */
export function noteResponse({ headers }: { headers: Pick<Headers, 'get'> }) {
  const time = Number(headers.get(storedAtHeader)) || undefined
  storedAt.set(olderOf(storedAt.get(), time))
  if (ahead) ahead.storedAt = olderOf(ahead.storedAt, time)
}

/** Returns undefined for a response of the server. */
const olderOf = (known: number | undefined, time: number | undefined) =>
  time && known ? Math.min(time, known) : time

/** The data of a page is fetched ahead: its link was touched, or the mouse rests on it. */
export function noteFetchAhead(path: string | undefined) {
  if (ahead?.path !== path) ahead = { path, storedAt: undefined }
}

/** A page begins to load. How old the data of the last one was says nothing about it, unless it was fetched ahead. */
export function notePageStart() {
  storedAt.set(ahead?.storedAt)
  ahead = undefined
}
