import { categories } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import { findListingsByIds, type ListingKey, type ListingRow } from './listing-queries.ts'

/** By id, of any category; those that are deleted are left out. */
export async function findListingRows(
  db: Db,
  keys: readonly ListingKey[],
): Promise<Map<number, ListingRow>> {
  const rows = new Map<number, ListingRow>()
  for (const { id: category } of categories) {
    const ids = keys.filter((key) => key.category === category).map(({ id }) => id)
    for (const row of await findListingsByIds(db, category, ids)) rows.set(row.id, row)
  }
  return rows
}
