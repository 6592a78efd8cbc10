import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SearchFrequency } from '#contract/saved-rules.ts'
import type { SavedSearch, SavedSearches, SaveSearch } from '#contract/saved-searches.ts'
import { errorMessage, isUnconfirmed, useApi } from '../../queries/api.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { createTabBroadcast } from '../../ui/tab-broadcast.ts'
import { savedSearchesQuery } from '../saved-queries.ts'
import { deletedToast } from './search-texts.ts'

/** The student's saved searches, kept up to date after changes in other tabs. */
export function useSavedSearches() {
  const api = useApi()
  const queryClient = useQueryClient()
  useEffect(
    () => onSearchBroadcast(() => queryClient.invalidateQueries(savedSearchesQuery(api))),
    [api, queryClient],
  )
  return useQuery(savedSearchesQuery(api))
}

const mutationKey = ['saved searches']
/** The scope runs changes one after the other, so that the second of two quick changes counts. */
const scope = { id: 'saved searches' }

/** Saves a search. If the email address is not confirmed, it asks for the code first. */
export function useSaveSearch() {
  const { api, setList, settle } = useSearchList()
  const confirmFirst = useConfirmFirst()
  return useMutation({
    mutationKey,
    scope,
    mutationFn: (search: SaveSearch) =>
      confirmFirst('Then your search is saved.', () =>
        api.post<SavedSearch>(apiPaths.savedSearches, search),
      ),
    onSuccess: (saved) => setList((searches) => withSearch(searches, saved)),
    onSettled: settle,
  })
}

/** Changes how often emails come. A change also tells the server that the student is still looking. */
export function useChangeFrequency({ id }: SavedSearch) {
  const { api, setList, settle } = useSearchList()
  return useMutation({
    mutationKey,
    scope,
    mutationFn: (frequency: SearchFrequency) =>
      api.patch<SavedSearch>(apiPaths.savedSearch(id), { frequency }, { outlivesPage: true }),
    onSuccess: (saved) => setList((searches) => withSearch(searches, saved)),
    onSettled: settle,
  })
}

/** Deletes a search. It disappears from the list at once, and comes back if the server refuses. */
function useDeleteSearch(onDeleted: (search: SavedSearch) => void) {
  const { api, setList, settle } = useSearchList()
  return useMutation({
    mutationKey,
    scope,
    mutationFn: ({ id }: SavedSearch) =>
      api.delete(apiPaths.savedSearch(id), undefined, { outlivesPage: true }),
    onMutate: ({ id }) => setList((searches) => withoutSearch(searches, id)),
    onSuccess: (_, search) => onDeleted(search),
    onError: async (error, search) => {
      showToast({ variant: 'danger', text: errorMessage(error) })
      await setList((searches) => withSearch(searches, search))
    },
    onSettled: settle,
  })
}

function useSearchList() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = savedSearchesQuery(api)
  return {
    api,
    setList: async (change: (searches: SavedSearches) => SavedSearches) => {
      // Cancel requests under way: their response would contain the old list.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<SavedSearches>(queryKey, (searches) => searches && change(searches))
    },
    /**
     * Refetches the list, unless another change is waiting, which the response would not include. The refetch is not
     * awaited, because it waits for a connection while offline.
     */
    settle: () => {
      broadcastSearchChange()
      if (queryClient.isMutating({ mutationKey }) > 1) return
      queryClient.invalidateQueries({ queryKey })
    },
  }
}

/** Deletes a search. For a while, Undo in a toast can save it again as it was. */
export function useDeleteWithUndo({
  onUndo,
  onRestored = () => undefined,
}: {
  onUndo?: () => void
  onRestored?: (search: SavedSearch) => void
}) {
  const { mutate: saveAgain } = useSaveSearch()
  const undo = ({ category, query, frequency }: SavedSearch) => {
    onUndo?.()
    saveAgain(
      { category, query, frequency },
      {
        onSuccess: onRestored,
        onError: (error) => {
          if (isUnconfirmed(error)) return
          showToast({ variant: 'danger', text: errorMessage(error) })
        },
      },
    )
  }
  const { mutate } = useDeleteSearch((search) =>
    showToast(deletedToast(search, () => undo(search))),
  )
  return mutate
}

/** Finds the saved search with a canonical query. */
export const findSearch = (
  { results }: SavedSearches,
  { id }: Pick<AnyCategory, 'id'>,
  query: string,
): SavedSearch | undefined =>
  results.find((search) => search.category === id && search.query === query)

/** Adds or replaces a search in the list, the last saved first. */
export const withSearch = (searches: SavedSearches, search: SavedSearch): SavedSearches => ({
  results: [search, ...withoutSearch(searches, search.id).results].toSorted((a, b) => b.id - a.id),
})

export const withoutSearch = ({ results }: SavedSearches, id: number): SavedSearches => ({
  results: results.filter((search) => search.id !== id),
})

/** Tells other tabs that saved searches have changed, and listens to them. */
export const { send: broadcastSearchChange, subscribe: onSearchBroadcast } =
  createTabBroadcast('saved-searches')
