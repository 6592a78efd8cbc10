import type { QueryClient } from '@tanstack/react-query'
import { createContext, data, type LoaderFunctionArgs } from 'react-router'
import type { Api } from './api.ts'

/** Made for each request on the server, and once in the browser. */
export interface LoaderContext {
  api: Api
  queryClient: QueryClient
  /** The server knows the audience; the browser asks for the session. */
  isLoggedIn: () => Promise<boolean>
  /** Set by the loader of a listing's page, which the server renders separately for its owner. */
  ownerId?: number
}

export const loaderContext = createContext<LoaderContext>()

type WithContext = Pick<LoaderFunctionArgs, 'context'>

export const getLoaderContext = ({ context }: WithContext): LoaderContext =>
  context.get(loaderContext)

/** Path and query of the page being loaded. */
export function requestedPath({ request }: Pick<LoaderFunctionArgs, 'request'>): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

/** After this time the page is shown with its skeleton. */
const maxWaitMs = 300

/** Back and Forward wait longer: a skeleton may be too short to scroll to where the reader was. */
const maxWaitOnTheWayBackMs = 3000

/**
 * Waits for a page's data: on the server until it has loaded, in the browser for a moment. Most data comes sooner, so that
 * no skeleton is shown. Resolves with undefined when the time is up; the page then follows the query itself. Pass the
 * request of a long list to wait longer on the way back to it.
 */
export async function waitForData<Data>(
  loading: Promise<Data>,
  listRequest?: Request,
): Promise<Data | undefined> {
  if (import.meta.env.SSR) return loading
  // The page itself shows an error that comes later.
  loading.catch(() => undefined)
  const maxWait = listRequest && isTraversal(listRequest) ? maxWaitOnTheWayBackMs : maxWaitMs
  const timeUp = new Promise<undefined>((resolve) => setTimeout(resolve, maxWait))
  return Promise.race([loading, timeUp])
}

/** Whether Back or Forward led here: the address bar then shows the page before it has loaded. */
export const isTraversal = ({ url }: Request): boolean =>
  !import.meta.env.SSR && location.href.split('#')[0] === url

/** The status of a page whose loader found out. The page itself says what is wrong. */
export const statusData = (status: number) => data(null, { status })
