import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import {
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  Navigate,
  redirect,
  replace,
  useLocation,
  useSearchParams,
} from 'react-router'
import { categories } from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import { safeReturnPath } from '#contract/page-routes.ts'
import { pagePaths } from '#contract/paths.ts'
import { hasStatus, toResponseStatus } from '../queries/api.ts'
import { getLoaderContext, requestedPath, statusData } from '../queries/loaders.ts'
import { AwaitQuery } from '../ui/content/await-query.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useSession } from './session.tsx'

type LoadedPage = Pick<LoaderFunctionArgs, 'request'>

/** Redirects visitors to the login page. */
export const requireLogin: MiddlewareFunction = async (args) => {
  if (!(await getLoaderContext(args).isLoggedIn())) throw redirectToLogin(args)
}

const redirectToLogin = (args: LoadedPage) =>
  redirectFrom(args, pagePaths.login(requestedPath(args)))

/**
 * Returns the loader's result when its data failed to load. A 401 leads to the login. Any other error becomes the status of
 * the page, which renders the failed query itself: a thrown error would lose its type in hydration.
 */
export function loadFailure(args: LoadedPage, error: unknown) {
  if (hasStatus(error, 401)) throw redirectToLogin(args)
  return statusData(toResponseStatus(error))
}

/** Redirects logged-in students away from the login and sign-up pages. */
export const redirectLoggedIn: MiddlewareFunction = async (args) => {
  if (!(await getLoaderContext(args).isLoggedIn())) return
  throw redirectFrom(args, safeReturnPath(new URL(args.request.url).searchParams.get('next')))
}

/**
 * Returns a redirect that Back can get past. After Back or Forward the address bar already shows the requested page. Its
 * history entry is replaced, because a new entry after it would lead there again. A clicked link has no entry yet, and
 * replacing would lose the page that has the link.
 */
export function redirectFrom(args: LoadedPage, path: string): Response {
  const { location } = globalThis
  const isShown = location && location.pathname + location.search === requestedPath(args)
  return isShown ? replace(path) : redirect(path)
}

/** Renders a page for the logged-in student. Once the session has ended, it leads to the login. */
export function ForStudent({ children }: { children: (student: SessionUser) => ReactNode }) {
  const { user, isPending } = useSession()
  if (isPending) return <Spinner label="Loading…" />
  return user ? children(user) : <RedirectToLogin hasSessionEnded />
}

/** Renders a page from a query. Where only students may see the data, visitors get the login. */
export function AwaitPage<Data, Key extends readonly unknown[], Fetched = Data>(
  props: ComponentProps<typeof AwaitQuery<Data, Key, Fetched>>,
) {
  const { error } = useQuery(props.query)
  return hasStatus(error, 401) ? <RedirectToLogin /> : <AwaitQuery {...props} />
}

/** Redirects to the login, which leads back to this page. `hasSessionEnded` makes the login say that the session ended. */
export function RedirectToLogin({ hasSessionEnded = false }: { hasSessionEnded?: boolean }) {
  const { pathname, search } = useLocation()
  return <Navigate to={pagePaths.login(pathname + search)} replace state={{ hasSessionEnded }} />
}

/**
 * Returns whether `RedirectToLogin` said that the session has ended. The server does not see the state of a history entry.
 */
export function useHasSessionEnded(): boolean {
  const location = useLocation()
  return useHydrated() && location.state?.hasSessionEnded === true
}

const postingPaths = [pagePaths.sell, ...categories.map(({ id }) => pagePaths.create(id))]

/** Returns the page to return to after a login, and a way to pass it on to the other account pages. */
export function useReturnPath() {
  const [searchParams] = useSearchParams()
  const next = searchParams.get('next')
  const returnPath = safeReturnPath(next)
  return {
    returnPath,
    isToPost: postingPaths.includes(returnPath),
    withReturnPath: (path: string) => (next ? `${path}?${new URLSearchParams({ next })}` : path),
  }
}
