import type { LoaderFunctionArgs } from 'react-router'
import { figuresQuery } from '../moderation/people/people-queries.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadFigures(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  try {
    // Fetched on each visit: others decide at the same time.
    await waitForData(queryClient.fetchQuery({ ...figuresQuery(api), staleTime: 0 }))
    return null
  } catch (error) {
    return errorStatusData(error)
  }
}
