import { data, type LoaderFunctionArgs } from 'react-router'
import { pagePaths } from '#contract/paths.ts'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { copiesOf } from '../listings/copies/copies-of.ts'
import { copiesQuery, withoutResults } from '../listings/copies/copies-query.ts'
import { isGone, listingQuery, similarQuery } from '../listings/listing-queries.ts'
import { hasStatus } from '../queries/api.ts'
import { getLoaderContext, requestedPath } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { redirectFrom } from '../session/session-guards.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadListing(args: LoaderFunctionArgs) {
  const context = getLoaderContext(args)
  const { api, queryClient } = context
  const { id = '' } = args.params
  const url = requestedPath(args)
  if (!id.trim()) return data(null, { status: 404 })
  try {
    const category = categoryFromUrl(url)
    const loadWithCopies = async () => {
      const listing = await queryClient.ensureQueryData(listingQuery(api, category, id))
      const copies = listing && !isGone(listing) && copiesOf(category, listing)
      if (copies) {
        const query = copiesQuery(api, copies.category, copies.value, withoutResults)
        await queryClient.prefetchQuery(query)
      }
      return listing
    }
    const listing = await waitForData(loadWithCopies())
    if (listing === undefined) return null
    if (listing === null) return data(null, { status: 404 })
    if (isGone(listing)) {
      // Never rejects: the page does without.
      await waitForData(queryClient.prefetchQuery(similarQuery(api, category, id)))
      return data(null, { status: 410 })
    }
    context.ownerId = listing.seller.id
    return null
  } catch (error) {
    if (hasStatus(error, 401)) throw redirectFrom(args, pagePaths.login(url))
    return errorStatusData(error)
  }
}
