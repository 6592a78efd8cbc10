import { data, type LoaderFunctionArgs } from 'react-router'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { isGone, listingQuery } from '../listings/listing-queries.ts'
import { getLoaderContext } from '../queries/loader-context.ts'
import { waitForData } from '../queries/wait-for-data.ts'
import { sessionQuery } from '../session/session.tsx'
import { errorStatusData } from './error-status-data.ts'

/** The listing to edit, if the URL has an id. */
export async function loadListingForm(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { pathname, searchParams } = new URL(args.request.url)
  const id = searchParams.get('id')
  if (!id) return null
  try {
    const query = listingQuery(api, categoryFromUrl(pathname), id)
    const listing = await waitForData(queryClient.ensureQueryData(query))
    if (listing === undefined) return null
    if (listing === null) return data(null, { status: 404 })
    if (isGone(listing)) return data(null, { status: 410 })
    const user = await queryClient.ensureQueryData(sessionQuery(api))
    return data(null, { status: listing.seller.id === user?.id ? 200 : 403 })
  } catch (error) {
    return errorStatusData(error)
  }
}
