import sql, { type Sql } from 'sql-template-tag'
import { type CategoryId, perCategory } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import { momentaryCounters } from './momentary-counters.ts'
import { channel, rememberedCounters } from './remembered-counters.ts'

const nameOf = (category: CategoryId) => `listings:${category}`

/**
 * Tells every cache that the category's listings, or their sellers' names, have changed.
 * First in its transaction, it also makes those who write to the category take turns.
 */
export async function raiseListingCounter(tx: Db, category: CategoryId): Promise<void> {
  await raise(
    tx,
    sql`
      INSERT INTO counters (name, value) VALUES (${nameOf(category)}, 1)
      ON CONFLICT (name) DO UPDATE SET value = counters.value + 1`,
  )
}

/** Processes that remember counters are told when the transaction commits. */
async function raise(tx: Db, statement: Sql): Promise<void> {
  const raised = await tx.all<{ name: string; value: number }>(
    sql`${statement} RETURNING name, value`,
  )
  for (const { name, value } of raised) await tx.announce?.(channel, `${name} ${value}`)
}

/** Made once: this is asked with every list and every page. */
const counterOf = perCategory(
  ({ id }) => sql`SELECT value FROM counters WHERE name = ${nameOf(id)}`,
)

export async function listingCounter(db: Db, category: CategoryId): Promise<number> {
  const row = await db.get<{ value: number }>(counterOf[category])
  return row?.value ?? 0
}

/** What every kept answer is checked against. */
export interface ListingCounters {
  /**
   * With `fresh`, as the database has it now: a signed-in student sees their own change at once.
   * Without, it may be up to a second old.
   */
  read(category: CategoryId, options: { fresh: boolean }): Promise<number>
  /** The same for a visitor, where nobody needs to be asked. */
  known(category: CategoryId): number | undefined
  /**
   * Where a visitor's question about a category is answered: by the replica, if there is one and it has the
   * listings as they were at `count`, so that no answer older than its count is kept.
   */
  visitorsDb(category: CategoryId, count?: number): Promise<Db>
}

export function createListingCounters(db: Db): ListingCounters {
  const remembered = db.server
    ? rememberedCounters(db.server)
    : momentaryCounters(db.writes ?? (() => 0))
  const known = (category: CategoryId) => remembered.value(nameOf(category))

  async function read(category: CategoryId, { fresh }: { fresh: boolean }): Promise<number> {
    const remembers = fresh ? undefined : known(category)
    if (remembers !== undefined) return remembers
    const found = remembered.asking()
    const value = await listingCounter(db, category)
    found({ name: nameOf(category), value })
    return value
  }

  async function visitorsDb(category: CategoryId, count?: number): Promise<Db> {
    if (!db.replica) return db
    const needed = count ?? (await read(category, { fresh: false }))
    return (await db.replica.at(nameOf(category), needed)) ?? db
  }

  return { read, known, visitorsDb }
}

/** For a seller who is leaving: their listings go with them. */
export async function raiseCountersOfSeller(tx: Db, sellerId: number): Promise<void> {
  await raise(
    tx,
    sql`
      UPDATE counters SET value = value + 1 WHERE name IN (
        SELECT 'listings:' || category FROM listings WHERE seller_id = ${sellerId})`,
  )
}
