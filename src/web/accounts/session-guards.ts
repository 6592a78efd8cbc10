import { type MiddlewareFunction, redirect } from 'react-router'
import { pagePaths, safeReturnPath } from '#contract/paths.ts'
import { getLoaderContext, requestedPath } from '../loader-context.ts'

/** Redirects visitors to the login page. */
export const requireLogin: MiddlewareFunction = async (args) => {
  if (await getLoaderContext(args).isLoggedIn()) return
  throw redirect(pagePaths.login(requestedPath(args)))
}

/** Redirects logged-in users away from the login and sign-up pages. */
export const redirectLoggedIn: MiddlewareFunction = async (args) => {
  if (!(await getLoaderContext(args).isLoggedIn())) return
  throw redirect(safeReturnPath(new URL(args.request.url).searchParams.get('next')))
}
