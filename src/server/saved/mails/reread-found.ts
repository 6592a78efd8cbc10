import { categoryById } from '#categories/index.ts'
import { isListed, statusAt } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { hasSameMailbox } from '../../students/person.ts'
import type { Account } from '../../students/user-queries.ts'
import { createListingIndex } from '../searches/listing-index.ts'
import { findSavedSearches, type SavedSearchRow } from '../searches/saved-search-queries.ts'
import { toSearchCriteria } from '../searches/search-criteria.ts'
import { rereadListings } from './reread-queries.ts'
import type { SavedMailPayload } from './saved-mail-payload.ts'

/** What a search still finds of what it had found, the newest first. */
interface StillFound {
  search: SavedSearchRow
  listingIds: number[]
  hasMore: boolean
}

/**
 * At sending, which may be hours later: searches that are deleted, off or paused, and listings that have ended or do not
 * match any more, are left out.
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
    const criteria = toSearchCriteria(categoryById[search.category], search.query)
    const named = new Set(listingIds)
    const index = createListingIndex(listed.filter(({ id }) => named.has(id)))
    const still = criteria ? index.match(criteria).map(({ id }) => id) : []
    return still.length > 0 ? [{ search, listingIds: still, hasMore }] : []
  })
}
