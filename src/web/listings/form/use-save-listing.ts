import { useQueryClient } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { useApi } from '../../api.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useToday } from '../../use-today.ts'
import { cardPath } from '../dashboard/card-anchor.ts'
import { displayEnd } from '../listing-display.ts'
import { listingKeys } from '../listing-queries.ts'
import { deleteDraft, type FormTarget } from './draft.ts'

export function savedText(
  { labels }: AnyCategory,
  listing: Listing,
  { isNew, today }: { isNew: boolean; today: string },
): string {
  if (isNew) return `Posted. It's up until ${displayEnd(listing, today)}.`
  return [`Your ${labels.singular} is saved.`, nextSteps[listing.status]].filter(Boolean).join(' ')
}

/** Of one that is not listed. */
const nextSteps: Partial<Record<ListingStatus, string>> = {
  expired: 'It has ended. Renew it to list it again.',
  hidden: 'It stays hidden until a moderator has looked at it.',
  removed: 'A moderator removed it, so only you can see it.',
}

/** Creates or updates the listing and resolves with it; rejects with the API's error. */
export function useSaveListing(target: FormTarget) {
  const { category, listingId } = target
  const api = useApi()
  const queryClient = useQueryClient()
  const today = useToday()

  return async (body: ListingInput) => {
    const listing = listingId
      ? await api.put<Listing>(apiPaths.listing(category.id, listingId), body)
      : await api.post<Listing>(apiPaths.list(category.id), body)
    deleteDraft(target)
    // Removed, not only stale: the author sees the change at once.
    queryClient.removeQueries({ queryKey: listingKeys.lists })
    queryClient.invalidateQueries({ queryKey: listingKeys.detail(category, listing.id) })
    const path = pagePaths.listing(category.id, listing.id)
    const action =
      listing.status === 'expired'
        ? { label: 'Show', href: cardPath(category, listing) }
        : { label: 'View', href: path }
    // Who sells one book often sells three.
    const link = { label: 'Post another', href: pagePaths.create(category.id) }
    const text = savedText(category, listing, { isNew: !listingId, today })
    showToast({ key: path, variant: 'ok', text, action, ...(!listingId && { link }) })
    return listing
  }
}
