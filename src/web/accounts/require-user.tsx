import { type ReactNode, useState } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { Navigate } from '../navigation/link.tsx'
import { useLocation } from '../navigation/router.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useSession } from './session.ts'

/** Redirects visitors to the login page. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { user, isPending } = useSession()
  const { pathname, search, hash } = useLocation()
  const [wasLoggedIn, setWasLoggedIn] = useState(user !== null)
  // A session that ends does not unmount the page: a half-filled form would be lost.
  if (user && !wasLoggedIn) setWasLoggedIn(true)
  if (user || wasLoggedIn) return children
  if (isPending) return <Spinner label="Loading…" />
  return <Navigate to={pagePaths.login(pathname + search + hash)} />
}
