import { apiPaths, pagePaths } from '#contract/paths.ts'
import { useApi } from '../api.ts'
import { useNavigate } from '../navigation/router.tsx'
import { useQueryClient } from '../queries/use-query.tsx'
import { showNotice } from '../ui/notice-store.ts'
import { useTask } from '../ui/task.ts'
import { changeSession } from './change-session.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { fetchSession } from './session.ts'

/** Ends the session, asks the server who is signed in now, and goes home. */
export function useLogout(onDone?: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { run, isPending } = useTask(async () => {
    await api.get(apiPaths.logout)
    tellOtherTabs()
    const user = await fetchSession(api)
    onDone?.()
    // Leaves first, so that a page for students alone does not turn a visitor away on the way out.
    navigate(pagePaths.home)
    changeSession(queries, user)
  })
  const logout = async () => {
    const error = await run()
    if (error) showNotice({ tone: 'danger', text: error.message })
  }
  return { logout, isPending }
}
