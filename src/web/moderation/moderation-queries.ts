import { queryOptions } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { ListingCase, QueueResponse } from '#contract/moderation.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, hasStatus } from '../queries/api.ts'

/** What all queries for moderators begin with, so that a decision invalidates them together. */
export const moderationKey = 'moderation'

/** A case, or why there is none: nobody decides on their own things (403), and what is not there (404). */
export type CaseResult<Found> = { found: Found } | { status: 403 | 404; message: string }

/** Data, not an error: the state of the page has no errors, and trying again would not help. */
export async function toCaseResult<Found>(response: Promise<Found>): Promise<CaseResult<Found>> {
  try {
    return { found: await response }
  } catch (error) {
    if (hasStatus(error, 403)) return { status: 403, message: error.message }
    // For who is no moderator any more there is nothing here.
    if (hasStatus(error, 401) || hasStatus(error, 404))
      return { status: 404, message: error.message }
    throw error
  }
}

export const queueQuery = (api: Api, filters: URLSearchParams) =>
  queryOptions({
    queryKey: [moderationKey, 'queue', filters.toString()],
    // It stays open in a tab all day.
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => api.get<QueueResponse>(apiPaths.moderationQueue(filters), signal),
  })

export const listingCaseQuery = (api: Api, category: AnyCategory, id: string | number) =>
  queryOptions({
    queryKey: [moderationKey, category.id, String(id)],
    queryFn: ({ signal }) =>
      toCaseResult(api.get<ListingCase>(apiPaths.moderatedListing(category.id, id), signal)),
  })
