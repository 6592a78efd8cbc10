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

/** What every kept answer is checked against. */
export interface ListingCounters {
  /**
   * With `fresh`, as the database has it now: a signed-in student sees their own change at once.
   * Without, it may be up to a second old.
   */
  read(category: CategoryId, options: { fresh: boolean }): Promise<number>
}

export function createListingCounters(db: Db): ListingCounters {
  return { read: (category) => listingCounter(db, category) }
}

/** For a seller who is leaving: their listings go with them. */
export async function raiseCountersOfSeller(tx: Db, sellerId: number): Promise<void> {
  await tx.run(sql`
    UPDATE counters SET value = value + 1 WHERE name IN (
      SELECT 'listings:' || category FROM listings WHERE seller_id = ${sellerId})`)
}
