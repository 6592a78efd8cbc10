import type { LoaderFunctionArgs } from 'react-router'
import { queueQuery } from '../moderation/moderation-queries.ts'
import { parseQueueFilters } from '../moderation/queue/queue-filters.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadQueue(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const filters = parseQueueFilters(new URL(args.request.url).searchParams)
  try {
    // Fetched on each visit: others decide at the same time.
    await waitForData(queryClient.fetchQuery({ ...queueQuery(api, filters), staleTime: 0 }))
    return null
  } catch (error) {
    return errorStatusData(error)
  }
}
