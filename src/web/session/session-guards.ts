import { type LoaderFunctionArgs, type MiddlewareFunction, redirect, replace } from 'react-router'
import { pagePaths, safeReturnPath } from '#contract/paths.ts'
import { getLoaderContext, requestedPath } from '../queries/loader-context.ts'

/** Redirects visitors to the login page. */
export const requireLogin: MiddlewareFunction = async (args) => {
  if (await getLoaderContext(args).isLoggedIn()) return
  throw redirectFrom(args, pagePaths.login(requestedPath(args)))
}

/** Redirects logged-in users away from the login and sign-up pages. */
export const redirectLoggedIn: MiddlewareFunction = async (args) => {
  if (!(await getLoaderContext(args).isLoggedIn())) return
  throw redirectFrom(args, safeReturnPath(new URL(args.request.url).searchParams.get('next')))
}

/**
 * A redirect that Back gets past. After Back or Forward the address bar already shows the requested page: its history entry
 * is replaced, as a new entry behind it would lead there again. A link that was clicked has no entry yet, and
 * replacing would lose the page it is on.
 */
export function redirectFrom(args: Pick<LoaderFunctionArgs, 'request'>, path: string): Response {
  const { location } = globalThis
  const isShown = location && location.pathname + location.search === requestedPath(args)
  return isShown ? replace(path) : redirect(path)
}
