import { pagePaths, safeReturnPath } from '#contract/paths.ts'
import type { LoaderArgs, LoaderResult } from '../page.ts'
import { getSessionUser } from './session.ts'

/** Redirects visitors to the login page. */
export async function requireLogin(args: LoaderArgs): Promise<LoaderResult | undefined> {
  return getSessionUser(args.queryClient) ? undefined : { redirect: pagePaths.login(args.url) }
}

/** Redirects logged-in users away from the login and sign-up pages. */
export async function redirectLoggedIn(args: LoaderArgs): Promise<LoaderResult | undefined> {
  if (!getSessionUser(args.queryClient)) return undefined
  return { redirect: safeReturnPath(args.searchParams.get('next')) }
}
