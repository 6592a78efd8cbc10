import sql, { join } from 'sql-template-tag'
import { dayMs } from '#contract/campus-date.ts'
import { priceDrop } from '#contract/saved-rules.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import type { FormerPrice, PresentPrice } from './price-drop.ts'

interface FormerPriceRow {
  listing_id: number
  price_cents: number
  since: number
  until: number
  is_comparable: number
}

const toFormerPrice = (row: FormerPriceRow): FormerPrice => ({
  cents: row.price_cents,
  since: row.since,
  until: row.until,
  isComparable: row.is_comparable === 1,
})

/** By listing, in no particular order; those that always had one price are left out. */
export async function findFormerPrices(
  db: Db,
  listingIds: readonly number[],
): Promise<Map<number, FormerPrice[]>> {
  if (listingIds.length === 0) return new Map()
  const rows = await db.all<FormerPriceRow>(sql`
    SELECT listing_id, price_cents, since, until, is_comparable FROM listing_prices
    WHERE listing_id IN (${join(listingIds)})`)
  const byListing = Map.groupBy(rows, ({ listing_id }) => listing_id)
  return new Map([...byListing].map(([id, prices]) => [id, prices.map(toFormerPrice)]))
}

/** Of two that end in one millisecond the second was never in force. */
export async function insertFormerPrice(
  tx: Db,
  listingId: number,
  { cents, since, until, isComparable = true }: FormerPrice,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO listing_prices (listing_id, price_cents, since, until, is_comparable)
    VALUES (${listingId}, ${cents}, ${since}, ${until}, ${Number(isComparable)})
    ON CONFLICT (listing_id, until) DO NOTHING`)
}

/** The price before the last drop; undefined if the present one is none. */
export async function updateWasPrice(
  tx: Db,
  listingId: number,
  was: PresentPrice | undefined,
): Promise<void> {
  await tx.run(sql`
    UPDATE listings SET was_price_cents = ${was?.cents ?? null}, was_price_since = ${was?.since ?? null}
    WHERE id = ${listingId}`)
}

/** A day more than a drop looks back. The last one of a listing stays, which says since when its present price is asked. */
const keptDays = priceDrop.days + 1

export async function deleteFormerPrices(db: Db, now: number): Promise<void> {
  const where = sql`until < ${now - keptDays * dayMs} AND EXISTS (
    SELECT 1 FROM listing_prices AS later
    WHERE later.listing_id = listing_prices.listing_id AND later.until > listing_prices.until)`
  await cleanUp(db, { table: 'listing_prices', primaryKey: ['listing_id', 'until'], where })
}
