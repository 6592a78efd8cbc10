import sql, { join } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import type { PriceGroup } from '#categories/price-group.ts'
import { parseDetails, readDetails } from '#categories/stored-listing.ts'
import { categoryOf } from '#contract/listing.ts'
import { isTakenDown, type ListingStatus } from '#contract/listing-status.ts'
import { serverCategories } from '../../categories/index.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { isOneOfNames } from '../../database/sql-fragments.ts'
import { dayMs } from '../../durations.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'

/** Prices are compared with listings that were posted or renewed within this time, including ended ones. */
export const comparedMs = 180 * dayMs

/** Readers see a signal if the price is below this percentage of the median. */
export const lowPercent = 60

/** The percentage for broad groups. Honest rooms of another term or size can ask half of the median. */
export const lowPercentOfBroad = 25

interface OfferedRow {
  status: ListingStatus
  posted_at: number
  renewed_at: number | null
}

/** Returns true if a count at `countedAt` includes the price of a listing that has not changed since. */
export const isCounted = (
  { status, posted_at, renewed_at }: OfferedRow,
  countedAt: number,
): boolean =>
  posted_at <= countedAt &&
  (renewed_at ?? posted_at) > countedAt - comparedMs &&
  !isTakenDown(status)

/**
 * Returns the price groups of a listing. A listing that is wanted or free, or whose price is to be agreed on, has none.
 */
export function priceGroupsOf(
  row: Pick<ListingRow, 'category' | 'price_cents' | 'details'>,
): readonly PriceGroup[] {
  if (row.price_cents <= 0) return []
  const category = categoryOf(row)
  const details = readDetails(category, parseDetails(row.details))
  return isWanted(category, details) ? [] : serverCategories[row.category].priceGroups(details)
}

export interface PriceGroupRow {
  id: string
  listings: number
  median_cents: number
  median_of_others_cents: number
  counted_at: number
}

const groupColumns = sql`id, listings, median_cents, median_of_others_cents, counted_at`

export const findAllPriceGroups = (db: Db): Promise<PriceGroupRow[]> =>
  db.all<PriceGroupRow>(sql`SELECT ${groupColumns} FROM price_groups`)

export const findPriceGroups = (db: Db, ids: readonly string[]): Promise<PriceGroupRow[]> =>
  db.all<PriceGroupRow>(sql`
    SELECT ${groupColumns} FROM price_groups WHERE ${isOneOfNames(db, sql`id`, ids)}`)

/** Writes the groups. If a process that began to count later has written first, its count stays. */
export async function upsertPriceGroups(tx: Db, groups: readonly PriceGroupRow[]): Promise<void> {
  const rows = groups.map(
    (group) => sql`(${group.id}, ${group.listings}, ${group.median_cents},
      ${group.median_of_others_cents}, ${group.counted_at})`,
  )
  await tx.run(sql`
    INSERT INTO price_groups (${groupColumns}) VALUES ${join(rows)}
    ON CONFLICT (id) DO UPDATE SET listings = excluded.listings,
      median_cents = excluded.median_cents,
      median_of_others_cents = excluded.median_of_others_cents, counted_at = excluded.counted_at
    WHERE price_groups.counted_at <= excluded.counted_at`)
}

export async function deletePriceGroups(tx: Db, ids: readonly string[], countedAt: number) {
  await tx.run(sql`
    DELETE FROM price_groups
    WHERE ${isOneOfNames(tx, sql`id`, ids)} AND counted_at <= ${countedAt}`)
}

/** Updates the time of the groups whose numbers have not changed. */
export async function updateCountedAt(db: Db, countedAt: number): Promise<void> {
  const where = sql`counted_at < ${countedAt}`
  const set = sql`counted_at = ${countedAt}`
  await cleanUp(db, { table: 'price_groups', primaryKey: ['id'], where, set })
}

interface PricedRow {
  rank: number
  category: CategoryId
  price_cents: number
  details: string
  status: ListingStatus
  posted_at: number
  renewed_at: number | null
  ranked_at: number
}

/** Returns listings in any status, newest first. */
export const findPricedListings = (
  db: Db,
  { belowRank, limit }: { belowRank: number; limit: number },
): Promise<PricedRow[]> =>
  db.all<PricedRow>(sql`
    SELECT rank, category, price_cents, details, status, posted_at, renewed_at, ranked_at
    FROM listings WHERE rank < ${belowRank} ORDER BY rank DESC LIMIT ${limit}`)
