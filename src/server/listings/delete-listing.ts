import type { AnyCategory } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { bumpCategoryVersion } from '../response-cache/category-versions.ts'
import { deleteListingRow } from './listing-queries.ts'

export async function deleteListing(tx: Db, category: AnyCategory, id: number): Promise<void> {
  await bumpCategoryVersion(tx, category.id)
  if (!(await deleteListingRow(tx, category.id, id))) {
    throw new AppError('not_found', category.messages.notFound)
  }
}
