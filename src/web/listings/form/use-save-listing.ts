import { useQueryClient } from '@tanstack/react-query'
import type { ListingInput } from '#categories/listing-values.ts'
import type { Listing } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { useApi } from '../../api.ts'
import { showToast } from '../../ui/toast-store.ts'
import { listingKeys } from '../listing-queries.ts'
import { deleteDraft, type FormTarget } from './draft.ts'

/** Creates or updates the listing; rejects with the API's error. */
export function useSaveListing(target: FormTarget) {
  const { category, listingId } = target
  const api = useApi()
  const queryClient = useQueryClient()

  return async (body: ListingInput) => {
    const { id } = listingId
      ? await api.put<Listing>(apiPaths.listing(category.id, listingId), body)
      : await api.post<Listing>(apiPaths.list(category.id), body)
    deleteDraft(target)
    // Removed, not only stale: the author sees the change at once.
    queryClient.removeQueries({ queryKey: listingKeys.lists })
    queryClient.invalidateQueries({ queryKey: listingKeys.detail(category, id) })
    showToast({
      variant: 'ok',
      text: `Your ${category.labels.singular} is ${listingId ? 'saved' : 'posted'}.`,
      action: { label: 'View', href: pagePaths.listing(category.id, id) },
    })
  }
}
