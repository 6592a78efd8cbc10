import type { QueryClient } from '@tanstack/react-query'
import { createContext, type LoaderFunctionArgs } from 'react-router'
import type { Api } from './api.ts'

/** What loaders and middleware work with: made for each request on the server, once in the browser. */
export interface LoaderContext {
  api: Api
  queryClient: QueryClient
  /** The server knows it from the audience; the browser asks for the session. */
  isLoggedIn: () => Promise<boolean>
  /** Set by the loader of a listing's page: the server renders it for its owner alone. */
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
