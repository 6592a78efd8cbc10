import type { LoaderFunctionArgs } from 'react-router'
import { parseText } from '#contract/list-filters.ts'
import { isSearchable, searchQuery } from '../listings/search/search-query.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadSearch(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const q = parseText(new URL(args.request.url).searchParams.get('q') ?? '') ?? ''
  if (!isSearchable(q)) return null
  const query = searchQuery(api, q)
  // Another search while this one is loading: without an observer the query would not be aborted.
  args.request.signal.addEventListener('abort', () => queryClient.cancelQueries(query))
  try {
    await waitForData(queryClient.ensureQueryData(query), args.request)
    return null
  } catch (error) {
    return errorStatusData(error)
  }
}
