import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { ApiError, hasStatus, isUnconfirmed, offlineMessage, useApi } from '../../queries/api.ts'
import { useToday } from '../../queries/use-today.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { useSession } from '../../session/session.tsx'
import { setSessionUser } from '../../session/set-session-user.ts'
import { showToast, type Toast } from '../../ui/overlays/toast-store.ts'
import { listingKeys } from '../listing-queries.ts'
import { quotedTitle } from '../quoted-title.ts'
import { doneText, type StatusAction } from './status-text.ts'

/** The second press of a double click or of an impatient finger comes so soon after the first. */
const doubleClickMs = 500

interface Press {
  action: StatusAction
  /** Of the button, which then has another action. */
  place: number
}

/** Changes a listing's status or renews it, says so in a toast and refetches the lists. */
export function useStatusAction(category: AnyCategory, listing: Listing, onChanged?: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const today = useToday()
  const title = quotedTitle(category, listing)
  const confirmFirst = useConfirmFirst()
  const { user } = useSession()

  const send = (action: StatusAction) =>
    confirmFirst(
      action === 'renew' ? 'Then your listing is renewed.' : 'Then your change is saved.',
      () =>
        action === 'renew'
          ? api.post<Listing>(apiPaths.renew(category.id, listing.id))
          : api.post<Listing>(apiPaths.status(category.id, listing.id), { status: action }),
    )
  const refetch = async () => {
    queryClient.invalidateQueries({ queryKey: listingKeys.detail(category, listing.id) })
    onChanged?.()
    await queryClient.invalidateQueries({ queryKey: listingKeys.lists })
  }
  const show = (toast: Omit<Toast, 'id' | 'key'>) =>
    showToast({ ...toast, key: pagePaths.listing(category.id, listing.id) })

  const undo = async (action: StatusAction, next?: StatusAction) => {
    show({ variant: 'busy', text: `Changing ${title} back…` })
    try {
      const changed = await send(action)
      if (next) return undo(next)
      show({ variant: 'ok', text: doneText(category, changed, action, today) })
    } catch (error) {
      if (hasStatus(error, 401)) return setSessionUser(queryClient, null)
      show({
        variant: 'danger',
        text: `${title} couldn't be changed back.`,
        action: { label: 'Try again', onClick: () => undo(action, next) },
      })
    }
    await refetch()
  }
  const undoSold = () => undo('available', listing.status === 'pending' ? 'pending' : undefined)

  const mutation = useMutation({
    mutationFn: ({ action }: Press) => send(action),
    onSuccess: async (changed, { action }) => {
      show({
        variant: 'ok',
        text: doneText(category, changed, action, today),
        ...(action === 'sold' && { action: { label: 'Undo', onClick: undoSold } }),
      })
      await refetch()
      // Still busy, so that it does not press what has taken the place of the action.
      await new Promise((resolve) => setTimeout(resolve, doubleClickMs))
    },
    onError: async (error) => {
      // Its card, which shows the error, goes when the lists are refetched.
      if (hasStatus(error, 404)) show({ variant: 'danger', text: actionErrorMessage(error) })
      // It was changed elsewhere.
      if (hasStatus(error, 404) || hasStatus(error, 409)) await refetch()
    },
  })
  // It asked for what is done now.
  const isSettled = isUnconfirmed(mutation.error) && user?.confirmation === 'confirmed'
  return {
    press: (press: Press) => {
      if (!mutation.isPending) mutation.mutate(press)
    },
    /** The place of the button that is busy. */
    pressed: mutation.isPending ? mutation.variables.place : undefined,
    error: mutation.error && !isSettled ? actionErrorMessage(mutation.error) : undefined,
  }
}

export function actionErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return offlineMessage
  return error.serverMessage ?? "That wasn't saved. Please try again."
}
