import { data, type LoaderFunctionArgs } from 'react-router'
import { isDead, renewLinkQuery } from '../listings/renew-link-query.ts'
import { getLoaderContext } from '../loader-context.ts'
import { waitForData } from '../wait-for-data.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadRenew(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const token = new URL(args.request.url).searchParams.get('token')
  if (!token) return data(null, { status: 404 })
  try {
    const link = await waitForData(queryClient.ensureQueryData(renewLinkQuery(api, token)))
    return link && isDead(link) ? data(null, { status: link.status }) : null
  } catch (error) {
    return errorStatusData(error)
  }
}
