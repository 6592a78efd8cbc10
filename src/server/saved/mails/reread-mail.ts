import sql, { join } from 'sql-template-tag'
import { type CategoryId, categoryById } from '#categories/index.ts'
import { isListed, type ListingStatus, statusAt } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { hasSameMailbox } from '../../students/person.ts'
import type { Account } from '../../students/user-queries.ts'
import { createListingIndex, toSearchCriteria } from '../searches/listing-index.ts'
import { findSavedSearches, type SavedSearchRow } from '../searches/saved-search-queries.ts'
import { findSavedAmong } from './favourite-changes.ts'
import type { FavouriteChange, SavedMailPayload } from './saved-mail-payload.ts'

/** The listings that a search still finds, the newest first. */
interface StillFound {
  search: SavedSearchRow
  listingIds: number[]
  hasMore: boolean
}

/**
 * Runs when the email is sent, which may be hours after it was written. It leaves out searches that are deleted, off or
 * paused, and listings that have ended or no longer match.
 */
export async function rereadFound(
  db: Db,
  student: Account,
  found: Extract<SavedMailPayload, { template: 'saved-news' }>['found'],
  now: number,
): Promise<StillFound[]> {
  const searches = new Map((await findSavedSearches(db, student.id)).map((row) => [row.id, row]))
  const rows = await rereadListings(
    db,
    found.flatMap(({ listingIds }) => listingIds),
  )
  const listed = rows.filter(
    (row) =>
      isListed(statusAt(row, now)) &&
      !hasSameMailbox(student, { id: row.seller_id, email: row.email }),
  )
  return found.flatMap(({ searchId, listingIds, hasMore }) => {
    const search = searches.get(searchId)
    if (!search || search.frequency === 'off' || search.paused_at !== null) return []
    const criteria = toSearchCriteria(categoryById[search.category], search.query, now)
    const named = new Set(listingIds)
    const index = createListingIndex(listed.filter(({ id }) => named.has(id)))
    const still = criteria ? index.match(criteria).map(({ id }) => id) : []
    return still.length > 0 ? [{ search, listingIds: still, hasMore }] : []
  })
}

/** Runs when the email is sent. Returns only changes that are still true, of listings that are still saved. */
export async function rereadFavourites(
  db: Db,
  { id: studentId, mailFavourites }: Account,
  favourites: FavouriteChange[],
  now: number,
): Promise<FavouriteChange[]> {
  if (!mailFavourites) return []
  const ids = favourites.map(({ listingId }) => listingId)
  const saved = await findSavedAmong(db, studentId, ids)
  const rows = new Map((await rereadListings(db, ids)).map((row) => [row.id, row]))
  return favourites.flatMap(({ category, listingId, status: told, price }) => {
    const row = rows.get(listingId)
    if (!row || !saved.has(listingId)) return []
    const status = statusAt(row, now)
    const isStatusSo = told !== undefined && told === status
    const isPriceSo = price !== undefined && isListed(status) && row.price_cents === price.cents
    if (!isStatusSo && !isPriceSo) return []
    return [
      { category, listingId, ...(isStatusSo && { status: told }), ...(isPriceSo && { price }) },
    ]
  })
}

interface RereadListing {
  id: number
  category: CategoryId
  rank: number
  price_cents: number
  search_text: string
  status: ListingStatus
  ends_at: number
  seller_id: number
  email: string
}

/** Reads listings of any category as they are when the email is sent. */
async function rereadListings(db: Db, listingIds: number[]): Promise<RereadListing[]> {
  if (listingIds.length === 0) return []
  return db.all<RereadListing>(sql`
    SELECT listings.id, category, rank, price_cents, search_text, status, ends_at, seller_id, email
    FROM listings JOIN users ON users.id = seller_id
    WHERE listings.id IN (${join(listingIds)})`)
}
