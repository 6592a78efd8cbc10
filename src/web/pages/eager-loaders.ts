import { type LoaderFunctionArgs, redirect } from 'react-router'
import { categoryByPath } from '#categories/index.ts'
import { parseFilters, withFilters } from '#contract/list-filters.ts'
import { fromWire } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { dropOldList, listingsQuery } from '../listings/browse/listings-query.ts'
import { copiesOf, copiesQuery, withoutResults } from '../listings/copies/copies-query.ts'
import { findListed, isGone, listingQuery, similarQuery } from '../listings/listing-queries.ts'
import { categoryFromUrl } from '../listings/listing-urls.ts'
import { hasStatus } from '../queries/api.ts'
import {
  getLoaderContext,
  isTraversal,
  type LoaderContext,
  requestedPath,
  statusData,
  waitForData,
} from '../queries/loaders.ts'
import { loadFailure } from '../session/login-redirects.tsx'

/*
 * The loaders of lists and listings, which most visits open. They are part of the app's own code, so that a first navigation
 * requests the data together with the page's code. Every other page exports its loader.
 */

export async function loadBrowse(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { pathname, searchParams } = new URL(args.request.url)
  const category = categoryFromUrl(pathname)
  const filters = parseFilters(category, searchParams)
  const query = listingsQuery(api, category, filters)
  // Another search may follow while this one loads. Nothing else aborts a query without an observer.
  args.request.signal.addEventListener('abort', () => queryClient.cancelQueries(query))
  if (!isTraversal(args.request)) dropOldList(queryClient, query)
  try {
    await waitForData(queryClient.ensureInfiniteQueryData(query), args.request)
    return null
  } catch (error) {
    // Only the cursor can be invalid: the other filters were validated.
    if (hasStatus(error, 400)) {
      throw redirect(pagePaths.browse(category.id, withFilters(filters, {})))
    }
    return loadFailure(args, error)
  }
}

export async function loadListing(args: LoaderFunctionArgs) {
  const context = getLoaderContext(args)
  const { api, queryClient } = context
  const { id = '' } = args.params
  const url = requestedPath(args)
  if (!id.trim()) return statusData(404)
  try {
    const category = categoryFromUrl(url).id
    const loadWithCopies = async () => {
      const listing = await queryClient.ensureQueryData(listingQuery(api, { category, id }))
      const copies = listing && !isGone(listing) && copiesOf(fromWire(category, listing))
      if (copies) {
        const query = copiesQuery(api, copies.category, copies.value, withoutResults)
        await queryClient.prefetchQuery(query)
      }
      return listing
    }
    const loading = loadWithCopies()
    if (!import.meta.env.SSR && findListed(queryClient, { category, id })) {
      // The page shows what the list knows, and follows the query itself.
      loading.catch(() => undefined)
      return null
    }
    const listing = await waitForData(loading)
    if (listing === undefined) return null
    if (listing === null) return statusData(404)
    if (isGone(listing)) {
      // The page works without similar listings, so they are prefetched: `prefetchQuery` never rejects.
      await waitForData(queryClient.prefetchQuery(similarQuery(api, { category, id })))
      return statusData(410)
    }
    context.ownerId = listing.seller.id
    return null
  } catch (error) {
    return loadFailure(args, error)
  }
}

/** Fetches what a link leads to before it is opened: the finger has touched it, or the mouse rests on it. */
export function prefetchPage({ api, queryClient }: LoaderContext, pathname: string) {
  const [, path = '', id = '', ...rest] = pathname.split('/')
  const category = categoryByPath(path)
  if (!category || !/^[1-9]\d*$/.test(id) || rest.length > 0) return
  void queryClient.prefetchQuery(listingQuery(api, { category: category.id, id }))
}
