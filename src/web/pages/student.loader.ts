import { data, type LoaderFunctionArgs } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { profileQuery } from '../listings/profile/profile-query.ts'
import { hasStatus } from '../queries/api.ts'
import { getLoaderContext, requestedPath } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { redirectFrom } from '../session/session-guards.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadStudent(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { id = '' } = args.params
  try {
    const query = profileQuery(api, id)
    const profile = await waitForData(queryClient.ensureQueryData(query), args.request)
    return profile === null ? data(null, { status: 404 }) : null
  } catch (error) {
    if (hasStatus(error, 401)) throw redirectFrom(args, pagePaths.login(requestedPath(args)))
    return errorStatusData(error)
  }
}
