import { keptCopyHeader, storedAtHeader } from '#contract/offline.ts'
import type { KeptData } from './kept-data.ts'
import {
  type Favourites,
  favouritesPath,
  isKeptPath,
  keptWith,
  type ShownState,
  sessionPath,
} from './kept-paths.ts'

/** An open conversation is asked for every few seconds. What is unchanged is not written as often. */
const minWriteMs = 60_000

/** Unchanged details are fetched again after a day, so that "as of" is not older and what we warn about is there. */
const maxDetailsAgeMs = 24 * 60 * 60 * 1000

interface KeepResponsesDeps {
  kept: KeptData
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  categoryPaths: Record<string, string>
  /** The address of the site. */
  base: string
  now: () => number
}

/** Keeps the responses that pages ask for, and what belongs to them. */
export function createResponseKeeper({ kept, fetch, categoryPaths, base, now }: KeepResponsesDeps) {
  const ageOf = ({ headers }: Response) => now() - Number(headers.get(storedAtHeader))

  /** Stores a response for times without a network. */
  async function follow(url: URL, response: Response, begunIn: number) {
    await kept.noteStudent(response)
    const whole = response.status === 304 ? await findUnchanged(url) : response
    if (!whole) return
    const copy = url.pathname === favouritesPath && whole.ok ? whole.clone() : undefined
    await kept.keep(url.href, whole, begunIn)
    if (copy) await keepListings(await copy.json(), begunIn)
  }

  /** Returns the data of a 304: the page has it, for example from its document, but the worker may not. */
  async function findUnchanged({ href }: URL): Promise<Response | undefined> {
    const stored = await kept.read(href)
    if (!stored) return fetch(href, { cache: 'no-store' })
    return ageOf(stored) < minWriteMs ? undefined : stored
  }

  /** Stores the details and the first photo of saved listings, one after the other, and deletes those of all others. */
  async function keepListings(favourites: Favourites, begunIn: number) {
    const { listings, photos } = keptWith(favourites, categoryPaths)
    const toHref = (path: string) => new URL(path, base).href
    const wanted = new Set([...listings, ...photos].map(({ kept: path }) => toHref(path)))
    for (const href of await kept.findKept()) {
      if (!wanted.has(href) && !isKeptPath(new URL(href))) await kept.remove(href)
    }
    // A failure leaves out one listing. The next visit tries again.
    const store = (href: string, url: string, headers: Record<string, string> = {}) =>
      fetch(url, { headers }).then(
        (response) => kept.keep(href, response, begunIn),
        () => undefined,
      )
    for (const { kept: path, state } of listings) {
      const href = toHref(path)
      if (await isCurrent(href, state)) continue
      await store(href, path, { [keptCopyHeader]: '1' })
    }
    for (const { kept: path, url } of photos) {
      const href = toHref(path)
      if (!(await kept.read(href))) await store(href, url)
    }
  }

  /** Returns whether the stored details are those that the list of saved listings shows. */
  async function isCurrent(href: string, state: ShownState): Promise<boolean> {
    const stored = await kept.read(href)
    if (!stored || ageOf(stored) > maxDetailsAgeMs) return false
    const details: ShownState = await stored.json()
    return (
      details.updated_at === state.updated_at &&
      details.status === state.status &&
      details.ends_at === state.ends_at
    )
  }

  /**
   * Asks again for what the version before keeps. Its data is never read, and is deleted when this version takes over, which
   * may happen without a network.
   */
  async function keepWhatOthersKeep() {
    const urls = await kept.findKeptByOthers()
    if (urls.length === 0) return
    for (const href of urls) {
      const url = new URL(href)
      if (!isKeptPath(url)) continue
      const begunIn = kept.currentEpoch()
      await fetch(href, { cache: 'no-store' }).then(
        (response) => follow(url, response, begunIn),
        () => undefined,
      )
      // Nobody is logged in any more.
      if (begunIn !== kept.currentEpoch()) return
    }
    // The version before answers pages until then. It may have seen a logout that this one has not.
    await fetch(sessionPath, { cache: 'no-store' }).then(kept.noteStudent, () => undefined)
  }

  return { follow, keepWhatOthersKeep }
}
