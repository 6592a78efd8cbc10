import type { LoaderFunctionArgs } from 'react-router'
import { queueQuery } from '../moderation/moderation-queries.ts'
import { studentCaseQuery } from '../moderation/people/people-queries.ts'
import { parseQueueFilters } from '../moderation/queue/queue-filters.ts'
import { isFromQueue } from '../moderation/queue/queue-navigation.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { caseStatusData } from './case-status-data.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadModeratedStudent(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { id = '' } = args.params
  const { searchParams } = new URL(args.request.url)
  try {
    const queries = Promise.all([
      // Fetched on each visit: others decide at the same time.
      queryClient.fetchQuery({ ...studentCaseQuery(api, id), staleTime: 0 }),
      // For the next case. Never rejects: the page does without.
      isFromQueue(searchParams) &&
        queryClient.prefetchQuery(queueQuery(api, parseQueueFilters(searchParams))),
    ])
    const [result] = (await waitForData(queries)) ?? []
    return caseStatusData(result)
  } catch (error) {
    return errorStatusData(error)
  }
}
