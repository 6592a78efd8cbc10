import type { Db } from '../database/database.ts'
import { findListingsByIds, type ListingRow } from './listing-queries.ts'

/** By id, of any category; those that are deleted are left out. */
export async function findListingRows(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ListingRow>> {
  const rows = await findListingsByIds(db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}
