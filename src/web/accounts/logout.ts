import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { useApi } from '../api.ts'
import { useNavigate } from '../navigation/router.tsx'
import { showNotice } from '../ui/notice-store.ts'
import { changeSession } from './change-session.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { fetchSession } from './session.ts'

const mutationKey = ['logout']

/** Ends the session, asks the server who is signed in now, and goes home. */
export function useLogout(onDone?: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: async () => {
      await api.get(apiPaths.logout)
      tellOtherTabs()
      return fetchSession(api)
    },
    onSuccess: (user) => {
      onDone?.()
      // Leaves first, so that a page for students alone does not turn a visitor away on the way out.
      navigate(pagePaths.home)
      changeSession(queries, user)
    },
    onError: (error) => showNotice({ tone: 'danger', text: error.message }),
  })
  // A second press can come before the button shows that it is busy.
  const logout = () => queries.isMutating({ mutationKey }) === 0 && mutate()
  return { logout, isPending }
}
