import type { LoaderFunctionArgs } from 'react-router'
import { resetLinkQuery } from '../accounts/reset-link-query.ts'
import { getLoaderContext } from '../loader-context.ts'

/** Checks the link, so that a dead one is told before a password is typed. */
export async function loadResetPassword(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const token = new URL(args.request.url).searchParams.get('token')
  // If the check fails, the form is shown: the server checks again.
  if (token) await queryClient.prefetchQuery(resetLinkQuery(api, token))
  return null
}
