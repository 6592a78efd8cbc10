import type { SavedSearch } from '#contract/saved-searches.ts'
import { errorMessage, isUnconfirmed } from '../../queries/api.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { deletedToast } from './search-toast.ts'
import { useDeleteSearch, useSaveSearch } from './use-change-searches.ts'

/** Deletes a search; for a while it can be saved again, as it was. */
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
