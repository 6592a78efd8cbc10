import { type ReactNode, useState } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { Navigate } from '../navigation/link.tsx'
import { useLocation } from '../navigation/router.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useSession } from './session.ts'

/** Shows a page to students; a visitor logs in first and comes back. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { user, isPending } = useSession()
  const { pathname, search, hash } = useLocation()
  const [admitted, setAdmitted] = useState(user !== null)
  // Whoever was let in stays when the session ends: a half-filled form is not thrown away.
  if (user && !admitted) setAdmitted(true)
  if (user || admitted) return children
  if (isPending) return <Spinner label="Loading…" />
  return <Navigate to={pagePaths.login(pathname + search + hash)} />
}
