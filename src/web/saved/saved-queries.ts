import { queryOptions } from '@tanstack/react-query'
import type {
  Favourite as WireFavourite,
  Favourites as WireFavourites,
} from '#contract/favourites.ts'
import { fromWire, type Listing } from '#contract/listing.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SavedSearches } from '#contract/saved-searches.ts'
import type { Api } from '../queries/api.ts'

export interface Favourite extends Omit<WireFavourite, 'listing'> {
  /** The listing, or null once students can no longer see it. */
  listing: Listing | null
}

export interface Favourites {
  results: Favourite[]
}

const readFavourites = ({ results }: WireFavourites): Favourites => ({
  results: results.map((favourite) => ({
    ...favourite,
    listing: favourite.listing && fromWire(favourite.category, favourite.listing),
  })),
})

export const favouritesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['saved', 'favourites'],
    queryFn: ({ signal }) => api.get<WireFavourites>(apiPaths.favourites, signal),
    select: readFavourites,
  })

export const savedSearchesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['saved', 'searches'],
    queryFn: ({ signal }) => api.get<SavedSearches>(apiPaths.savedSearches, signal),
  })
