import type { ListingInput } from '#categories/listing-values.ts'
import type { Listing } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { setSessionUser } from '../../accounts/set-session-user.ts'
import { ApiError, hasStatus, useApi } from '../../api.ts'
import { useNavigate } from '../../navigation/router.tsx'
import type { QueuedPhoto } from '../../photos/upload-queue.ts'
import { useQueryClient } from '../../queries/use-query.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { listingKeys } from '../listing-queries.ts'
import { deleteDraft, type FormTarget } from './draft.ts'
import { saveErrorMessage, uploadsFailedMessage } from './save-error-message.ts'

export class UploadError extends Error {
  readonly isSessionExpired: boolean

  constructor(failed: readonly QueuedPhoto[]) {
    super(uploadsFailedMessage)
    this.isSessionExpired = failed.some(
      ({ upload }) => upload.state === 'failed' && upload.isSessionExpired,
    )
  }
}

interface SaveError {
  message: string
  isSessionExpired: boolean
}

type BuildBody = () => Promise<ListingInput | undefined>

/** Saves the listing, then navigates to the dashboard. */
export function useSaveListing(target: FormTarget) {
  const { category, listingId } = target
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  const { mutate, isPending, error, reset } = useMutation(async (buildBody: BuildBody) => {
    const body = await buildBody()
    if (!body) return
    const listing = listingId
      ? await api.put<Listing>(apiPaths.listing(category.id, listingId), body)
      : await api.post<Listing>(apiPaths.list(category.id), body)
    deleteDraft(target)
    queryClient.invalidateQueries({ queryKey: listingKeys.lists })
    queryClient.invalidateQueries({ queryKey: listingKeys.detail(category, listing.id) })
    showSavedToast(listing)
    navigate(pagePaths.dashboard)
  })

  const showSavedToast = ({ id }: Listing) =>
    showToast({
      variant: 'ok',
      text: `Your ${category.labels.singular} is ${listingId ? 'saved' : 'posted'}.`,
      action: { label: 'View', href: pagePaths.listing(category.id, id) },
    })

  return {
    /** Resolves with the server's field errors. */
    save: async (buildBody: BuildBody): Promise<Record<string, string>> => {
      const failure = await mutate(buildBody)
      if (failure && isSessionExpired(failure)) setSessionUser(queryClient, null)
      return failure instanceof ApiError ? failure.fields : {}
    },
    isSaving: isPending,
    saveError: error ? toSaveError(error) : undefined,
    resetSaveError: reset,
  }

  function toSaveError(failure: Error): SaveError {
    const message =
      failure instanceof UploadError ? failure.message : saveErrorMessage(category, failure)
    return { message, isSessionExpired: isSessionExpired(failure) }
  }
}

function isSessionExpired(failure: Error): boolean {
  return failure instanceof UploadError ? failure.isSessionExpired : hasStatus(failure, 401)
}
