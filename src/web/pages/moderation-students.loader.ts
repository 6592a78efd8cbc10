import type { LoaderFunctionArgs } from 'react-router'
import { parseStudentFilters } from '../moderation/people/people-filters.ts'
import { studentsQuery } from '../moderation/people/people-queries.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadStudents(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const filters = parseStudentFilters(new URL(args.request.url).searchParams)
  try {
    // Fetched on each visit: others decide at the same time.
    await waitForData(queryClient.fetchQuery({ ...studentsQuery(api, filters), staleTime: 0 }))
    return null
  } catch (error) {
    return errorStatusData(error)
  }
}
