import { Navigate, useLocation } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

const state = { hasSessionEnded: true }

/** In place of a student's page whose session has ended since it was opened: the login says so, and leads back. */
export function RedirectToLogin({ path }: { path: string }) {
  return <Navigate to={pagePaths.login(path)} replace state={state} />
}

/** Whether that led to this page. The server does not see the state of a history entry. */
export function useHasSessionEnded(): boolean {
  const location = useLocation()
  return useHydrated() && location.state?.hasSessionEnded === true
}
