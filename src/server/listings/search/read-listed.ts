import type { Listing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { findListingsByIds } from '../listing-queries.ts'
import { presentListing, type SellerNames } from '../present-listing.ts'

/** In the order of the ids, without those that were deleted or have ended since they were found. */
export async function readListed(
  db: Db,
  ids: number[],
  now: number,
  names: SellerNames = 'short',
): Promise<Listing[]> {
  const rows = await findListingsByIds(db, ids)
  const listingById = new Map(rows.map((row) => [row.id, presentListing(row, now, names)]))
  const listings = ids.flatMap((id) => listingById.get(id) ?? [])
  return listings.filter(({ status }) => isListed(status))
}
