import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Login, Logout, SessionUser } from '#contract/accounts.ts'
import type { PasskeyAssertion } from '#contract/passkeys.ts'
import { apiPaths } from '#contract/paths.ts'
import { errorMessage, useApi } from '../queries/api.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { leaveAccount } from './leave-account.ts'
import { fetchSession } from './session.tsx'
import { broadcastSessionChange, setSessionUser } from './set-session-user.ts'

/** Logs in. The login and sign-up pages redirect once the session has a user. */
export function useLogin() {
  const api = useApi()
  const queryClient = useQueryClient()
  return async ({ email, password }: Login) => {
    const user = await api.post<SessionUser>(apiPaths.login, { email, password })
    setSessionUser(queryClient, user)
    broadcastSessionChange()
    return user
  }
}

/** Logs in with the signature of a passkey. */
export function usePasskeyLogin() {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (assertion: PasskeyAssertion) => {
    const user = await api.post<SessionUser>(apiPaths.passkeyLogin, assertion)
    setSessionUser(queryClient, user)
    broadcastSessionChange()
  }
}

/** Logs out, then navigates home. */
export function useLogout(onDone?: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate: logout, isPending } = useMutation({
    mutationFn: async () => {
      const { universityLogoutUrl } = await api.get<Logout>(apiPaths.logout)
      broadcastSessionChange()
      const user = await fetchSession(api)
      onDone?.()
      // Navigates first: without a user the dashboard would show its logged-out state for a moment.
      await leaveAccount(navigate)
      setSessionUser(queryClient, user)
      // The university asks whether to log out there too, then leads back to the home page.
      if (universityLogoutUrl) location.assign(universityLogoutUrl)
    },
    onError: (error) => showToast({ variant: 'danger', text: errorMessage(error) }),
  })
  return { logout, isPending }
}
