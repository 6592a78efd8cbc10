import type { ComponentType } from 'react'
import type { Api } from './api.ts'
import type { QueryClient } from './queries/query-client.ts'

/** The dynamic segments of a path, such as the id of a listing. */
export type Params = Record<string, string | undefined>

export interface LoaderArgs {
  api: Api
  queryClient: QueryClient
  params: Params
  searchParams: URLSearchParams
  /** Path and query. */
  url: string
}

/** A status other than the route's own, or a redirect. */
export type LoaderResult = { status: number } | { redirect: string }

export interface PageDefinition {
  Component: ComponentType<{ params: Params }>
  /** Fills the query cache with all data of the page, so that the server renders it complete. */
  loader?: (args: LoaderArgs) => Promise<LoaderResult | undefined>
}
