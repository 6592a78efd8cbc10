import type { QueryClient } from '@tanstack/react-query'
import { createContext, data, type LoaderFunctionArgs } from 'react-router'
import type { Api } from './api.ts'

/** The context of loaders. The server makes one for each request, the browser only one. */
export interface LoaderContext {
  api: Api
  queryClient: QueryClient
  /** Resolves with whether somebody is logged in. The server knows the audience; the browser asks for the session. */
  isLoggedIn: () => Promise<boolean>
  /** The owner of a listing, set by the loader of its page. The server renders that page separately for its owner. */
  ownerId?: number
}

export const loaderContext = createContext<LoaderContext>()

type WithContext = Pick<LoaderFunctionArgs, 'context'>

export const getLoaderContext = ({ context }: WithContext): LoaderContext =>
  context.get(loaderContext)

/** Returns the path and query of the page being loaded. */
export function requestedPath({ request }: Pick<LoaderFunctionArgs, 'request'>): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** The longest wait for data. After this time the page shows its skeleton. */
const maxWaitMs = 300

/** The longest wait after Back and Forward. A skeleton may be too short to scroll to where the reader was. */
const maxWaitOnTheWayBackMs = 3000

/**
 * Waits for a page's data: on the server until it has loaded, in the browser for a moment. Most data arrives in that time,
 * so that no skeleton is shown. Resolves with undefined when the time is up; the page then follows the query itself. Pass
 * the request of a long list to wait longer on the way back to it.
 */
export async function waitForData<Data>(
  loading: Promise<Data>,
  listRequest?: Request,
): Promise<Data | undefined> {
  if (import.meta.env.SSR) return loading
  // The page itself shows an error that arrives later.
  loading.catch(() => undefined)
  const maxWait = listRequest && isTraversal(listRequest) ? maxWaitOnTheWayBackMs : maxWaitMs
  const timeUp = new Promise<undefined>((resolve) => setTimeout(resolve, maxWait))
  return Promise.race([loading, timeUp])
}

/** Returns whether Back or Forward led here: the address bar then shows the page's URL before the page has loaded. */
export const isTraversal = ({ url }: Request): boolean =>
  !import.meta.env.SSR && location.href.split('#')[0] === url

/** Returns the status of a page from its loader. The page itself says what is wrong. */
export const statusData = (status: number) => data(null, { status })
