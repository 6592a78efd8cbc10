import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { hasStatus } from '../api.ts'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { isGone, listingQuery, similarQuery } from '../listings/listing-queries.ts'
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
    const category = categoryFromUrl(url)
    const queries = Promise.all([
      queryClient.ensureQueryData(listingQuery(api, category, id)),
      // Never rejects: the page does without.
      queryClient.prefetchQuery(similarQuery(api, category, id)),
    ])
    const [listing] = (await waitForData(queries)) ?? []
    if (listing === undefined) return null
    if (listing === null) return data(null, { status: 404 })
    if (isGone(listing)) return data(null, { status: 410 })
    context.ownerId = listing.seller.id
    return null
  } catch (error) {
    if (hasStatus(error, 401)) throw redirect(pagePaths.login(url))
    return errorStatusData(error)
  }
}
