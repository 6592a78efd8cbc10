import type { ComponentType } from 'react'
import type { Api } from './api.ts'
import type { QueryClient } from './queries/query-client.ts'

/** What a page's address names, such as the id of a listing. */
export type Params = Record<string, string | undefined>

export interface PageRequest {
  api: Api
  queries: QueryClient
  params: Params
  search: URLSearchParams
  /** Path and query, for coming back after a login. */
  url: string
}

/** What a page's data says about the whole answer: another status than 200, or another page. */
export type PageOutcome = { status: number } | { redirect: string }

export interface PageDefinition {
  Page: ComponentType<{ params: Params }>
  /** Fills the query cache with all the page reads, so that it renders whole. */
  prefetch?: (request: PageRequest) => Promise<PageOutcome | undefined>
}
