import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { SearchFrequency } from '#contract/saved-rules.ts'
import type { SavedSearch, SavedSearches, SaveSearch } from '#contract/saved-searches.ts'
import { errorMessage, useApi } from '../../queries/api.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { savedSearchesQuery } from '../saved-queries.ts'
import { broadcastSearchChange } from './search-broadcast.ts'
import { withoutSearch, withSearch } from './search-list.ts'

const mutationKey = ['saved searches']
/** One after the other: of two quick changes the second counts. */
const scope = { id: 'saved searches' }

/** Saves a search; asks for the code first while the mailbox is not confirmed. */
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

/** Also says that the student is still looking. */
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

/** Gone from the list at once; back if the server refuses. */
export function useDeleteSearch(onDeleted: (search: SavedSearch) => void) {
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
      // A response under way has the list of before.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<SavedSearches>(queryKey, (searches) => searches && change(searches))
    },
    /** Asks for the truth, unless another change is waiting, which the response would not have. Not awaited: offline it waits. */
    settle: () => {
      broadcastSearchChange()
      if (queryClient.isMutating({ mutationKey }) > 1) return
      queryClient.invalidateQueries({ queryKey })
    },
  }
}
