import type { Thread } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { errorMessage } from '../queries/api.ts'
import { useAccountMutation } from '../session/use-account-mutation.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { useMessagesChanged } from './use-messages-changed.ts'

/** Blocks another student, or no longer. */
export function useBlock({ id, name }: Thread['other']) {
  const messagesChanged = useMessagesChanged()
  return useAccountMutation(
    async (api, isBlocked: boolean) => {
      if (id === null) return
      await (isBlocked ? api.put(apiPaths.block(id), undefined) : api.delete(apiPaths.block(id)))
    },
    {
      onSuccess: (_, isBlocked) => {
        messagesChanged()
        showToast({ variant: 'ok', text: `${name} is ${isBlocked ? '' : 'no longer '}blocked.` })
      },
      onError: (error) => showToast({ variant: 'danger', text: errorMessage(error) }),
    },
  )
}
