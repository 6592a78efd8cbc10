import { categoryOf } from '#contract/listing.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { findTakenDownPhotos, markTakenDown } from '../../photos/photo-queries.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { deleteListingRow, type ListingKey } from '../listing-queries.ts'

export async function deleteListing(tx: Db, listing: ListingKey, now: number): Promise<void> {
  await bumpCategoryVersion(tx, listing.category)
  const takenDown = await findTakenDownPhotos(tx, listing.id)
  if (!(await deleteListingRow(tx, listing))) {
    throw new AppError('not_found', categoryOf(listing).messages.notFound)
  }
  await markTakenDown(tx, takenDown, { listingId: listing.id, now })
}
