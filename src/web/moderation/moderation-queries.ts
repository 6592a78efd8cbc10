import { queryOptions } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import type { QueueResponse, ListingCase as WireListingCase } from '#contract/moderation.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { type ListingRef, readListing } from '../listings/listing-queries.ts'
import { categoryFromUrl } from '../listings/listing-urls.ts'
import { type Api, hasStatus } from '../queries/api.ts'

/** The start of every query key for moderators, so that a decision invalidates all these queries together. */
export const moderationKey = 'moderation'

/**
 * A case, or the reason why it is not shown: moderators do not decide on their own things (403), or the case does not exist
 * (404).
 */
export type CaseResult<Found> = { found: Found } | { status: 403 | 404; message: string }

/** Turns a 403 or 404 into data: the page's state contains no errors, and a retry would not help. */
export async function toCaseResult<Found>(response: Promise<Found>): Promise<CaseResult<Found>> {
  try {
    return { found: await response }
  } catch (error) {
    if (hasStatus(error, 403)) return { status: 403, message: error.message }
    // A student who is no longer a moderator gets a 401, and finds nothing here.
    if (hasStatus(error, 401) || hasStatus(error, 404))
      return { status: 404, message: error.message }
    throw error
  }
}

export const queueQuery = (api: Api, filters: URLSearchParams) =>
  queryOptions({
    queryKey: [moderationKey, 'queue', filters.toString()],
    // Moderators keep the queue open in a tab all day.
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => api.get<QueueResponse>(apiPaths.moderationQueue(filters), signal),
  })

export type ListingCase = Omit<WireListingCase, 'category' | 'listing'> & { listing: Listing }

function readCase(result: CaseResult<WireListingCase>): CaseResult<ListingCase> {
  if (!('found' in result)) return result
  const { category, listing, ...found } = result.found
  return { found: { ...found, listing: readListing(category, listing) } }
}

export const listingCaseQuery = (api: Api, { category, id }: ListingRef) =>
  queryOptions({
    queryKey: [moderationKey, category, String(id)],
    queryFn: ({ signal }) =>
      toCaseResult(api.get<WireListingCase>(apiPaths.moderatedListing(category, id), signal)),
    select: readCase,
  })

/** The category in the URL of a listing's case. */
export const caseCategoryFromUrl = (url: string): AnyCategory =>
  categoryFromUrl(url.slice(pagePaths.moderation().length))
