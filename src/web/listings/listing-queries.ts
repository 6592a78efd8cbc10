import { queryOptions } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { Contact, Listing, SimilarListings } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, ApiError, hasStatus } from '../queries/api.ts'
import { forCards } from './cards/for-cards.ts'
import { withReadablePhotos } from './listing-photos.ts'

/** Lists share one key prefix and single listings another, so that each group can be invalidated. */
export const listingKeys = {
  lists: ['listings'],
  list: (category: AnyCategory, ...rest: string[]) => ['listings', category.id, ...rest],
  detail: (category: AnyCategory, id: string | number) => ['listing', category.id, String(id)],
}

/** For a 410: what happened to the listing, in one sentence. */
export interface GoneListing {
  gone: string
}

export const isGone = (listing: Listing | GoneListing): listing is GoneListing => 'gone' in listing

/** One listing, or null for a 404. What the status says is data, which travels in the page's state. */
export const listingQuery = (api: Api, category: AnyCategory, id: string) =>
  queryOptions({
    queryKey: listingKeys.detail(category, id),
    queryFn: async ({ signal }): Promise<Listing | GoneListing | null> => {
      try {
        const listing = await api.get<Listing>(apiPaths.listing(category.id, id), signal)
        return withReadablePhotos(category, listing)
      } catch (error) {
        if (hasStatus(error, 404)) return null
        if (hasStatus(error, 410)) return { gone: error.message }
        throw error
      }
    },
  })

/** Listed ones like it; those of a listing that is gone, too. */
export const similarQuery = (api: Api, category: AnyCategory, id: string | number) =>
  queryOptions({
    queryKey: listingKeys.list(category, 'similar', String(id)),
    queryFn: async ({ signal }) => {
      const path = apiPaths.similar(category.id, id)
      return forCards(await api.get<SimilarListings>(path, signal)).results
    },
  })

/** The seller's address, which no page for an audience holds. */
export const contactQuery = (api: Api, category: AnyCategory, id: string | number) =>
  queryOptions({
    queryKey: [...listingKeys.detail(category, id), 'contact'],
    queryFn: ({ signal }) => api.get<Contact>(apiPaths.contact(category.id, id), signal),
  })

/** The category's message for a listing that could not be loaded. */
export function loadErrorMessage({ messages }: AnyCategory, error: Error): string {
  return error instanceof ApiError ? messages.loadFailed : messages.loadNetworkError
}
