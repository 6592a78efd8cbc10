import type { Db } from '../../database/database.ts'
import { hasSameMailbox } from '../../students/person.ts'
import type { Account } from '../../students/user-queries.ts'
import type { SavedSearchRow } from '../searches/saved-search-queries.ts'
import { findNotMailed } from './new-listing-queries.ts'
import type { NewListings } from './new-listings.ts'
import type { FoundListings } from './saved-mail-payload.ts'

/** Each listing by the first search that finds it. Left out are the student's own, and what a mail has told of before. */
export async function findNewToStudent(
  tx: Db,
  student: Account,
  searches: SavedSearchRow[],
  newListings: NewListings,
): Promise<FoundListings[]> {
  const matched = searches.map((search) => ({
    searchId: search.id,
    listingIds: newListings.get(search.category)?.match(search) ?? [],
  }))
  const ids = new Set(matched.flatMap(({ listingIds }) => listingIds))
  const notMailed = new Set<number>()
  for (const { id, seller_id, email } of await findNotMailed(tx, student.id, [...ids])) {
    if (!hasSameMailbox(student, { id: seller_id, email })) notMailed.add(id)
  }
  // What one search takes is gone for the next.
  return matched
    .map(({ searchId, listingIds }) => ({
      searchId,
      listingIds: listingIds.filter((id) => notMailed.delete(id)),
    }))
    .filter(({ listingIds }) => listingIds.length > 0)
}
