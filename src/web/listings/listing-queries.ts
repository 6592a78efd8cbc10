import {
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import {
  type AnyCategory,
  type CategoryId,
  perCategory,
  publicCategories,
} from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { fromWire, type Listing, type OwnListing, ownFromWire } from '#contract/listing.ts'
import type {
  Contact,
  HouseholdResponse,
  ListPage,
  SimilarListings,
  WireListing,
  WireOwnListing,
} from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, ApiError, hasStatus } from '../queries/api.ts'
import { trimForCards } from './cards/trim-for-cards.ts'
import { withPrivatePhotos } from './listing-photos.ts'

// The cache holds listings as the API sends them. The `select` of each query turns them into a `Listing`. It is always
// the same function, so that TanStack Query runs it again only when the data has changed.

/** Identifies a listing. The id is text if it comes from the URL of a page. */
export interface ListingRef {
  category: CategoryId
  id: string | number
}

/** Lists share one key prefix and single listings another, so that each group can be invalidated. */
export const listingKeys = {
  lists: ['listings'],
  list: (category: CategoryId, ...rest: string[]) => ['listings', category, ...rest],
  detail: ({ category, id }: ListingRef) => ['listing', category, String(id)],
}

/** Reads a listing from a response, with photo URLs that its readers can load. */
export const readListing = (category: CategoryId, wire: WireListing): Listing =>
  withPrivatePhotos(fromWire(category, wire))

/** Reads a list, with one function per category for the `select` of the query. */
export const readListings = perCategory(
  ({ id }) =>
    (wires: readonly WireListing[]): Listing[] =>
      wires.map((wire) => readListing(id, wire)),
)

/** Reads the seller's own listings in the same way, once for all parts of the dashboard: there may be hundreds. */
export const readOwnListings = perCategory(({ id }) => {
  const known = new WeakMap<readonly WireOwnListing[], OwnListing[]>()
  return (wires: readonly WireOwnListing[]): OwnListing[] => {
    const listings =
      known.get(wires) ?? wires.map((wire) => withPrivatePhotos(ownFromWire(id, wire)))
    known.set(wires, listings)
    return listings
  }
})

/** The data of a 410 response: what happened to the listing, in one sentence, and what it was if readers may know. */
export interface GoneListing {
  gone: string
  ended?: ErrorBody['ended']
}

export const isGone = <Found extends object>(
  listing: Found | GoneListing,
): listing is GoneListing => 'gone' in listing

const readListingOrNone = perCategory(
  ({ id }) =>
    (wire: WireListing | GoneListing | null): Listing | GoneListing | null =>
      wire === null || isGone(wire) ? wire : readListing(id, wire),
)

/**
 * Finds a listing in the lists that were fetched, so that its page can show what its card shows at once. The newest list
 * counts. A list that is known to be out of date does not.
 */
export function findListed(
  queryClient: QueryClient,
  { category, id }: ListingRef,
): WireListing | undefined {
  const isCurrent = ({ state }: Query) => !state.isInvalidated && state.data !== undefined
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: listingKeys.lists, predicate: isCurrent })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ queryKey, state }) => resultsOf(queryKey, state.data, category))
    .find((listing) => listing.id === Number(id))
}

/** Returns the listings of a category in the data of a list, a search or similar listings. */
function resultsOf([, scope, kind]: QueryKey, data: unknown, category: CategoryId): WireListing[] {
  if (scope === 'search') {
    const position = publicCategories.findIndex(({ id }) => id === category)
    return (data as (ListPage | null)[])[position]?.results ?? []
  }
  if (scope !== category) return []
  if (kind === 'similar') return data as WireListing[]
  if (kind !== 'browse') return []
  return (data as InfiniteData<ListPage>).pages.flatMap(({ results }) => results)
}

/**
 * One listing, null for a 404, or a sentence for a 410. These are data, not errors, because the page's state can contain
 * only data.
 */
export const listingQuery = (api: Api, { category, id }: ListingRef) =>
  queryOptions({
    queryKey: listingKeys.detail({ category, id }),
    queryFn: async ({ signal }): Promise<WireListing | GoneListing | null> => {
      try {
        return await api.get<WireListing>(apiPaths.listing(category, id), signal)
      } catch (error) {
        if (hasStatus(error, 404)) return null
        if (hasStatus(error, 410)) {
          return { gone: error.message, ...(error.ended && { ended: error.ended }) }
        }
        throw error
      }
    },
    select: readListingOrNone[category],
  })

/** Similar listings that are still listed. A listing that has ended also has similar ones. */
export const similarQuery = (api: Api, { category, id }: ListingRef) =>
  queryOptions({
    queryKey: listingKeys.list(category, 'similar', String(id)),
    queryFn: async ({ signal }) => {
      const path = apiPaths.similar(category, id)
      return trimForCards(await api.get<SimilarListings>(path, signal)).results
    },
    select: readListings[category],
  })

/**
 * Who lives there, for confirmed students. The HTML of a page for all students never contains it. The key has the reader,
 * because a query that a logout disables keeps its data.
 */
export const householdQuery = (
  api: Api,
  { category, id }: ListingRef,
  reader: Pick<SessionUser, 'id' | 'confirmation'> | null,
) =>
  queryOptions({
    queryKey: [...listingKeys.detail({ category, id }), 'household', reader?.id],
    queryFn: ({ signal }) => api.get<HouseholdResponse>(apiPaths.household(category, id), signal),
    enabled: reader !== null && reader.confirmation !== 'required',
  })

/** The seller's contact. The HTML of a page never contains the address. */
export const contactQuery = (api: Api, { category, id }: ListingRef) =>
  queryOptions({
    queryKey: [...listingKeys.detail({ category, id }), 'contact'],
    queryFn: ({ signal }) => api.get<Contact>(apiPaths.contact(category, id), signal),
  })

/** The message of the category for a listing that could not be loaded. */
export function loadErrorMessage({ messages }: AnyCategory, error: Error): string {
  return error instanceof ApiError ? messages.loadFailed : messages.loadNetworkError
}
