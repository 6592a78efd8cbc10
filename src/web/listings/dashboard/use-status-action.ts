import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import { isListed, type ListingStatus } from '#contract/listing-status.ts'
import type { Listing, OwnListing } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { setSessionUser } from '../../accounts/set-session-user.ts'
import { ApiError, hasStatus, useApi } from '../../api.ts'
import { showToast, type ToastAction } from '../../ui/toast-store.ts'
import { useToday } from '../../use-today.ts'
import { listingKeys } from '../listing-queries.ts'
import { ownListingsQuery } from './own-listings-query.ts'
import { doneText, type StatusAction } from './status-text.ts'

interface Press {
  action: StatusAction
  button: HTMLElement
}

/**
 * Changes a listing's status or renews it, says so in a toast and refetches the lists. `onMove` is called with the
 * pressed button before that takes the card to or from the listings that have ended.
 */
export function useStatusAction(
  category: AnyCategory,
  listing: OwnListing,
  onMove: (button: HTMLElement) => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const today = useToday()
  const { queryKey } = ownListingsQuery(api, category, listing.seller.id)
  const isMove = (status: ListingStatus) => isListed(status) !== isListed(listing.status)

  const send = (action: StatusAction) =>
    action === 'renew'
      ? api.post<Listing>(apiPaths.renew(category.id, listing.id))
      : api.post<Listing>(apiPaths.status(category.id, listing.id), { status: action })
  const refetch = async () => {
    queryClient.invalidateQueries({ queryKey: listingKeys.detail(category, listing.id) })
    await queryClient.invalidateQueries({ queryKey: listingKeys.lists })
  }
  const showDone = (changed: Listing, done: StatusAction, action?: ToastAction) =>
    showToast({
      variant: 'ok',
      text: doneText(category, changed, done, today),
      ...(action && { action }),
    })
  const showError = (error: unknown) =>
    showToast({ variant: 'danger', text: actionErrorMessage(error) })
  const endSession = () => setSessionUser(queryClient, null)

  const undoSold = async (previous: ListingStatus) => {
    try {
      const changed = await send('available')
      if (previous === 'pending') showDone(await send('pending'), 'pending')
      else showDone(changed, 'available')
    } catch (error) {
      if (hasStatus(error, 401)) return endSession()
      showError(error)
    }
    await refetch()
  }

  const mutation = useMutation({
    mutationFn: ({ action }: Press) => send(action),
    onSuccess: async (changed, { action, button }) => {
      const undo = {
        label: 'Undo',
        onClick: () => undoSold(listing.status),
        autoFocus: button.matches(':focus-visible'),
      }
      if (isMove(changed.status)) onMove(button)
      showDone(changed, action, action === 'sold' ? undo : undefined)
      await refetch()
    },
    onError: async (error) => {
      if (hasStatus(error, 401)) return endSession()
      if (!hasStatus(error, 404) && !hasStatus(error, 409)) return
      // It was changed elsewhere: its card, which shows the error, may not be here any more.
      await refetch()
      const current = queryClient.getQueryData(queryKey)?.find(({ id }) => id === listing.id)
      if (!current || isMove(current.status)) showError(error)
    },
  })
  return {
    press: (action: StatusAction, button: HTMLElement) => {
      if (!mutation.isPending) mutation.mutate({ action, button })
    },
    pending: mutation.isPending ? mutation.variables.action : undefined,
    error: mutation.error ? actionErrorMessage(mutation.error) : undefined,
  }
}

export function actionErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return 'That could not be saved. Please check your connection and try again.'
  }
  return error.serverMessage ?? 'That could not be saved. Please try again.'
}
