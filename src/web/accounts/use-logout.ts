import { apiPaths, pagePaths } from '#contract/paths.ts'
import { useApi } from '../api.ts'
import { useNavigate } from '../navigation/router.tsx'
import { useQueryClient } from '../queries/use-query.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useMutation } from '../ui/use-mutation.ts'
import { fetchSession } from './session.ts'
import { broadcastSessionChange } from './session-broadcast.ts'
import { setSessionUser } from './set-session-user.ts'

/** Logs out, then navigates home. */
export function useLogout(onDone?: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation(async () => {
    await api.get(apiPaths.logout)
    broadcastSessionChange()
    const user = await fetchSession(api)
    onDone?.()
    // Navigates first: a page that requires a login would redirect to the login page.
    navigate(pagePaths.home)
    setSessionUser(queryClient, user)
  })
  const logout = async () => {
    const error = await mutate()
    if (error) showToast({ variant: 'danger', text: error.message })
  }
  return { logout, isPending }
}
