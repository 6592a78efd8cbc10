import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { hasStatus } from '../api.ts'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { listingQuery } from '../listings/listing-queries.ts'
import { getLoaderContext, requestedPath } from '../loader-context.ts'
import { waitForData } from '../wait-for-data.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadListing(args: LoaderFunctionArgs) {
  const context = getLoaderContext(args)
  const { api, queryClient } = context
  const { id = '' } = args.params
  const url = requestedPath(args)
  if (!id.trim()) return data(null, { status: 404 })
  try {
    const query = listingQuery(api, categoryFromUrl(url), id)
    const listing = await waitForData(queryClient.ensureQueryData(query))
    if (listing === null) return data(null, { status: 404 })
    if (listing) context.ownerId = listing.seller.id
    return null
  } catch (error) {
    if (hasStatus(error, 401)) throw redirect(pagePaths.login(url))
    return errorStatusData(error)
  }
}
