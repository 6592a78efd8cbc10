import type { AnyCategory } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { findTakenDownPhotos, markTakenDown } from '../../photos/photo-queries.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { deleteListingRow } from '../listing-queries.ts'

export async function deleteListing(
  tx: Db,
  category: AnyCategory,
  id: number,
  now: number,
): Promise<void> {
  await bumpCategoryVersion(tx, category.id)
  const takenDown = await findTakenDownPhotos(tx, id)
  if (!(await deleteListingRow(tx, category.id, id))) {
    throw new AppError('not_found', category.messages.notFound)
  }
  await markTakenDown(tx, takenDown, { listingId: id, now })
}
