import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { type AnyCategory, perCategory } from '#categories/index.ts'
import { withFilters } from '#contract/list-filters.ts'
import type { Listing } from '#contract/listing.ts'
import type { CloseMatch, ListPage } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../../queries/api.ts'
import { trimForCards } from '../cards/trim-for-cards.ts'
import { listingKeys, readListings } from '../listing-queries.ts'

export interface ListingsPage extends Omit<ListPage, 'results' | 'close'> {
  results: Listing[]
  close: CloseMatch<Listing>[]
}

/** Turns the listings of a page into those that cards show. */
export function readPage({ id }: Pick<AnyCategory, 'id'>, page: ListPage): ListingsPage {
  const { close = [] } = page
  const listings = readListings[id](close.map(({ listing }) => listing))
  return {
    ...page,
    results: readListings[id](page.results),
    close: listings.map((listing, index) => ({ reason: close[index]?.reason ?? '', listing })),
  }
}

export type ListingsResult = UseInfiniteQueryResult<InfiniteData<ListingsPage>>

const readPages = perCategory(
  ({ id }) =>
    ({
      pages,
      pageParams,
    }: InfiniteData<ListPage, string>): InfiniteData<ListingsPage, string> => ({
      pages: pages.map((page) => readPage({ id }, page)),
      pageParams,
    }),
)

const freshMs = 30_000
const keptMs = 3_600_000

const isLong = (data: InfiniteData<unknown> | undefined) => (data?.pages.length ?? 0) > 1

/** A category's filtered list, paged by cursor. */
export const listingsQuery = (api: Api, category: AnyCategory, filters: URLSearchParams) =>
  infiniteQueryOptions({
    queryKey: listingKeys.list(category.id, 'browse', filters.toString()),
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams(filters)
      if (pageParam) query.set('cursor', pageParam)
      return trimForCards(await api.get<ListPage>(apiPaths.list(category.id, query), signal))
    },
    initialPageParam: filters.get('cursor') ?? '',
    getNextPageParam: ({ next }) => next,
    select: readPages[category.id],
    // Readers who come back find their place in the list. On the server, a timer would keep each rendering in memory.
    gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : keptMs,
    // A long list is shown from the cache: refetching would load its pages one after the other.
    staleTime: ({ state }) => (isLong(state.data) ? Number.POSITIVE_INFINITY : freshMs),
  })

/** Drops an old long list when a link leads to it, so that it starts at its first page again. Back keeps the list. */
export function dropOldList(queryClient: QueryClient, { queryKey }: { queryKey: QueryKey }) {
  const state = queryClient.getQueryState<InfiniteData<ListPage>>(queryKey)
  const isOld = state && Date.now() - state.dataUpdatedAt > freshMs
  if (isOld && isLong(state.data)) queryClient.removeQueries({ queryKey, type: 'inactive' })
}

/** Counts the listings that match the filters. */
export function countQuery(api: Api, category: AnyCategory, filters: URLSearchParams) {
  const query = withFilters(filters, { order: '', limit: '1' })
  return queryOptions({
    queryKey: listingKeys.list(category.id, 'count', query.toString()),
    queryFn: ({ signal }) => api.get<ListPage>(apiPaths.list(category.id, query), signal),
  })
}
