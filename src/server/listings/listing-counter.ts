import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '../database/database.ts'

const nameOf = (category: CategoryId) => `listings:${category}`

/**
 * Tells every cache that the category's listings, or their sellers' names, have changed.
 * First in its transaction, it also makes those who write to the category take turns.
 */
export async function raiseListingCounter(tx: Db, category: CategoryId): Promise<void> {
  await tx.run(sql`
    INSERT INTO counters (name, value) VALUES (${nameOf(category)}, 1)
    ON CONFLICT (name) DO UPDATE SET value = counters.value + 1`)
}

export async function listingCounter(db: Db, category: CategoryId): Promise<number> {
  const row = await db.get<{ value: number }>(
    sql`SELECT value FROM counters WHERE name = ${nameOf(category)}`,
  )
  return row?.value ?? 0
}

/** For a seller who is leaving: their listings go with them. */
export async function raiseCountersOfSeller(tx: Db, sellerId: number): Promise<void> {
  await tx.run(sql`
    UPDATE counters SET value = value + 1 WHERE name IN (
      SELECT 'listings:' || category FROM listings WHERE seller_id = ${sellerId})`)
}
