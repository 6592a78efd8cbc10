import type { LoaderFunctionArgs } from 'react-router'
import { getLoaderContext } from '../loader-context.ts'
import { parseLogFilters } from '../moderation/people-filters.ts'
import { logQuery } from '../moderation/people-queries.ts'
import { waitForData } from '../wait-for-data.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadLog(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const filters = parseLogFilters(new URL(args.request.url).searchParams)
  try {
    // Fetched on each visit: others decide at the same time.
    await waitForData(queryClient.fetchQuery({ ...logQuery(api, filters), staleTime: 0 }))
    return null
  } catch (error) {
    return errorStatusData(error)
  }
}
