import { type LoaderFunctionArgs, redirect } from 'react-router'
import { parseFilters, withFilters } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { dropOldList, listingsQuery } from '../listings/browse/listings-query.ts'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { hasStatus } from '../queries/api.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { isTraversal, waitForData } from '../queries/wait-for-data.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadBrowse(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { pathname, searchParams } = new URL(args.request.url)
  const category = categoryFromUrl(pathname)
  const filters = parseFilters(category, searchParams)
  const query = listingsQuery(api, category, filters)
  // Another search while this one is loading: without an observer the query would not be aborted.
  args.request.signal.addEventListener('abort', () => queryClient.cancelQueries(query))
  if (!isTraversal(args.request)) dropOldList(queryClient, query)
  try {
    await waitForData(queryClient.ensureInfiniteQueryData(query), args.request)
    return null
  } catch (error) {
    // The other filters are validated: only the cursor can be invalid.
    if (hasStatus(error, 400)) {
      throw redirect(pagePaths.browse(category.id, withFilters(filters, {})))
    }
    return errorStatusData(error)
  }
}
