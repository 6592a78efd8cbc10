import type { LoaderFunctionArgs } from 'react-router'
import { caseCategoryFromUrl } from '../moderation/case/case-category.ts'
import { listingCaseQuery, queueQuery } from '../moderation/moderation-queries.ts'
import { parseQueueFilters } from '../moderation/queue/queue-filters.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { caseStatusData } from './case-status-data.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadModeratedListing(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { id = '' } = args.params
  const { pathname, searchParams } = new URL(args.request.url)
  const caseOfListing = listingCaseQuery(api, caseCategoryFromUrl(pathname), id)
  try {
    const queries = Promise.all([
      // Fetched on each visit: others decide at the same time.
      queryClient.fetchQuery({ ...caseOfListing, staleTime: 0 }),
      // For the next case. Never rejects: the page does without.
      queryClient.prefetchQuery(queueQuery(api, parseQueueFilters(searchParams))),
    ])
    const [result] = (await waitForData(queries)) ?? []
    return caseStatusData(result)
  } catch (error) {
    return errorStatusData(error)
  }
}
