import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../../queries/api.ts'
import { savedSearchesQuery } from '../saved-queries.ts'
import { onSearchBroadcast } from './search-broadcast.ts'

/** The student's saved searches, also after a change in another tab. */
export function useSavedSearches() {
  const api = useApi()
  const queryClient = useQueryClient()
  useEffect(
    () => onSearchBroadcast(() => queryClient.invalidateQueries(savedSearchesQuery(api))),
    [api, queryClient],
  )
  return useQuery(savedSearchesQuery(api))
}
