import type { LoaderFunctionArgs } from 'react-router'
import { getLoaderContext } from '../loader-context.ts'
import { parseStudentFilters } from '../moderation/people-filters.ts'
import { studentsQuery } from '../moderation/people-queries.ts'
import { waitForData } from '../wait-for-data.ts'
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
