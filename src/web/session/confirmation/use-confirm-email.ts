import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConfirmEmail, SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { useApi } from '../../queries/api.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { accountQuery } from '../account-queries.ts'
import { broadcastSessionChange } from '../session-broadcast.ts'
import { setSessionUser } from '../set-session-user.ts'

/** Confirms the mailbox; what was refused before is fetched again, in other tabs too. */
export function useConfirmEmail() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ConfirmEmail) => api.post<SessionUser>(apiPaths.confirmEmail, body),
    onSuccess: (user) => {
      setSessionUser(queryClient, user)
      // An address that refused mail may have been confirmed before: the session stays the same then.
      queryClient.invalidateQueries({ queryKey: accountQuery(api).queryKey })
      broadcastSessionChange()
      showToast({ variant: 'ok', text: 'Your email is confirmed.' })
    },
  })
}
