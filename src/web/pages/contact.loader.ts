import { data, type LoaderFunctionArgs } from 'react-router'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { contactQuery, isGone, listingQuery, similarQuery } from '../listings/listing-queries.ts'
import { hasStatus } from '../queries/api.ts'
import { getLoaderContext, requestedPath } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { sessionQuery } from '../session/session.tsx'
import { redirectFrom } from '../session/session-guards.ts'
import { errorStatusData } from './error-status-data.ts'

export async function loadContact(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { id = '' } = args.params
  const url = requestedPath(args)
  const category = categoryFromUrl(url)
  try {
    const listing = await waitForData(queryClient.ensureQueryData(listingQuery(api, category, id)))
    if (listing === null) return data(null, { status: 404 })
    if (listing && (isGone(listing) || !isListed(listing.status))) {
      await waitForData(queryClient.prefetchQuery(similarQuery(api, category, id)))
      return data(null, { status: 410 })
    }
    const user = await queryClient.ensureQueryData(sessionQuery(api))
    if (listing && listing.seller.id === user?.id) {
      return redirectFrom(args, pagePaths.listing(category.id, id))
    }
    await waitForData(queryClient.ensureQueryData(contactQuery(api, category, id)))
    return null
  } catch (error) {
    if (hasStatus(error, 401)) throw redirectFrom(args, pagePaths.login(url))
    return errorStatusData(error)
  }
}
