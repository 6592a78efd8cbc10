import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { apiPaths } from '#contract/paths.ts'
import { errorMessage, useApi } from '../queries/api.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { leaveAccount } from './leave-account.ts'
import { fetchSession } from './session.tsx'
import { broadcastSessionChange } from './session-broadcast.ts'
import { setSessionUser } from './set-session-user.ts'

/** Logs out, then navigates home. */
export function useLogout(onDone?: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate: logout, isPending } = useMutation({
    mutationFn: async () => {
      await api.get(apiPaths.logout)
      broadcastSessionChange()
      const user = await fetchSession(api)
      onDone?.()
      // Navigates first: without a user the dashboard would show its logged-out state for a moment.
      await leaveAccount(navigate)
      setSessionUser(queryClient, user)
    },
    onError: (error) => showToast({ variant: 'danger', text: errorMessage(error) }),
  })
  return { logout, isPending }
}
