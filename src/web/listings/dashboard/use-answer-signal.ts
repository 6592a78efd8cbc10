import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OwnSignal } from '#contract/signals.ts'
import { hasStatus, useApi } from '../../queries/api.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { listingKeys } from '../listing-queries.ts'
import { actionErrorMessage } from './use-status-action.ts'

/** Says that a signal is wrong. If it or its listing is gone, a toast says so and the lists are refetched. */
export function useAnswerSignal(category: AnyCategory, { id }: Listing, signal: OwnSignal) {
  const api = useApi()
  const queryClient = useQueryClient()
  const refetch = () => queryClient.invalidateQueries({ queryKey: listingKeys.lists })
  const { mutate, error, isPending, isSuccess, reset } = useMutation({
    mutationFn: (note: string) =>
      api.post(apiPaths.signalAnswers(category.id, id), { signal: signal.id, note }),
    onSuccess: () => {
      refetch()
    },
    onError: (error) => {
      if (!isAboutGone(error)) return
      showToast({ variant: 'danger', text: actionErrorMessage(error) })
      refetch()
    },
  })
  const isGone = isAboutGone(error)
  return {
    send: (note: string) => {
      if (!isPending) mutate(note)
    },
    isPending,
    isSent: isSuccess,
    isGone,
    error: error && !isGone ? actionErrorMessage(error) : undefined,
    reset,
  }
}

const isAboutGone = (error: unknown) =>
  hasStatus(error, 404) || hasStatus(error, 409) || hasStatus(error, 410)
