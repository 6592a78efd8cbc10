import { useQueryClient } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import type { EarlierListing } from '#contract/duplicates.ts'
import { formatShortDate } from '#contract/format.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Listing, PostedListing } from '#contract/listings.ts'
import type { NewListingInput } from '#contract/new-listing-input.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { ApiError, useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { cardPath } from '../dashboard/card-anchor.ts'
import { displayEnd } from '../listing-display.ts'
import { listingKeys } from '../listing-queries.ts'
import { quoteShort } from '../quoted-title.ts'
import { deleteDraft, type FormTarget } from './draft.ts'
import type { AskAboutDuplicate } from './use-duplicate-question.ts'

export function savedText(
  { labels }: AnyCategory,
  listing: PostedListing,
  { isNew, today }: { isNew: boolean; today: string },
): string {
  if (isNew) {
    const posted = `Posted. It's up until ${displayEnd(listing, today)}.`
    return [posted, listing.duplicate && duplicateText(listing.duplicate, today)]
      .filter(Boolean)
      .join(' ')
  }
  return [`Your ${labels.singular} is saved.`, nextSteps[listing.status]].filter(Boolean).join(' ')
}

const duplicateText = ({ title, posted_at }: EarlierListing, today: string) =>
  `It looks like ${quoteShort(title)}, which you posted on ${formatShortDate(posted_at, today)}.`

/** Of one that is not listed. */
const nextSteps: Partial<Record<ListingStatus, string>> = {
  expired: 'It has ended. Renew it to list it again.',
  hidden: 'It stays hidden until a moderator has looked at it.',
  removed: 'A moderator removed it, so only you can see it.',
}

/**
 * Creates or updates the listing and resolves with it, or with an earlier one that was renewed instead; rejects with the
 * API's error.
 */
export function useSaveListing(target: FormTarget, askAboutDuplicate: AskAboutDuplicate) {
  const { category, listingId } = target
  const api = useApi()
  const queryClient = useQueryClient()
  const today = useToday()

  async function save(body: NewListingInput, ifMatch?: string): Promise<Listing> {
    const listing = listingId
      ? await api.put<Listing>(apiPaths.listing(category.id, listingId), body, { ifMatch })
      : await api.post<PostedListing>(apiPaths.list(category.id), body)
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

  return async (body: ListingInput, ifMatch: string | undefined): Promise<Listing> => {
    try {
      return await save(body, ifMatch)
    } catch (error) {
      const earlier = error instanceof ApiError && error.duplicate
      const answer = earlier && (await askAboutDuplicate(earlier))
      if (!answer) throw error
      if (answer === 'anyway') return save({ ...body, anyway: true })
      deleteDraft(target)
      return answer
    }
  }
}
