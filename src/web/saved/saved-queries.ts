import { queryOptions } from '@tanstack/react-query'
import type { Favourites } from '#contract/favourites.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SavedSearches } from '#contract/saved-searches.ts'
import type { Api } from '../queries/api.ts'

export const favouritesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['saved', 'favourites'],
    queryFn: ({ signal }) => api.get<Favourites>(apiPaths.favourites, signal),
  })

export const savedSearchesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['saved', 'searches'],
    queryFn: ({ signal }) => api.get<SavedSearches>(apiPaths.savedSearches, signal),
  })
