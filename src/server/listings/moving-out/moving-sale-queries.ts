import sql, { join } from 'sql-template-tag'
import { toCents } from '#categories/stored-listing.ts'
import type { AccountExport } from '#contract/account-export.ts'
import type { MovingSale } from '#contract/moving-out.ts'
import type { Db } from '../../database/database.ts'
import { toIso, toIsoOrNull } from '../../durations.ts'

export interface MovingSaleRow {
  id: number
  seller_id: number
  place: string
  pickup_window: string
  free_until: number | null
  bundle_cents: number | null
  /** The ids of the things that the price was set for, as JSON. */
  bundle_ids: string | null
  created_at: number
}

/** Returns the columns of a price for all of these things. */
export const toBundle = (
  price: number | null,
  listingIds: readonly number[],
): Pick<MovingSaleRow, 'bundle_cents' | 'bundle_ids'> =>
  price === null
    ? { bundle_cents: null, bundle_ids: null }
    : { bundle_cents: toCents(price), bundle_ids: JSON.stringify(listingIds) }

/** Returns the price for all of it, and whether it was set for the things that are listed now. */
export function readBundle(
  { bundle_cents, bundle_ids }: MovingSaleRow,
  listedIds: readonly number[],
): MovingSale['bundle'] {
  // A single thing has a price of its own.
  if (bundle_cents === null || bundle_ids === null || listedIds.length < 2) return null
  const ids = new Set<number>(JSON.parse(bundle_ids))
  const isCurrent = ids.size === listedIds.length && listedIds.every((id) => ids.has(id))
  return { price: bundle_cents / 100, count: ids.size, is_current: isCurrent }
}

/**
 * A condition on `listings`: the listing ends when its moving-out page says that free things do. Its seller has chosen this
 * end, so nothing asks to renew it.
 */
export const isFreeUntilEnd = sql`EXISTS (
  SELECT 1 FROM moving_sale_items JOIN moving_sales ON moving_sales.id = sale_id
  WHERE moving_sale_items.listing_id = listings.id AND free_until = listings.ends_at)`

const columns = sql`
  id, seller_id, place, pickup_window, free_until, bundle_cents, bundle_ids, created_at`

export const findMovingSale = (db: Db, id: number): Promise<MovingSaleRow | undefined> =>
  db.get<MovingSaleRow>(sql`SELECT ${columns} FROM moving_sales WHERE id = ${id}`)

/** Returns the sale that the same form has posted before. */
export async function findPostedBefore(
  db: Db,
  sellerId: number,
  clientId: string,
): Promise<number | undefined> {
  const row = await db.get<{ id: number }>(sql`
    SELECT id FROM moving_sales WHERE seller_id = ${sellerId} AND client_id = ${clientId}`)
  return row?.id
}

export async function insertMovingSale(
  tx: Db,
  sale: Omit<MovingSaleRow, 'id'> & { client_id: string },
  listingIds: readonly number[],
): Promise<number> {
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO moving_sales (seller_id, client_id, place, pickup_window, free_until, bundle_cents,
      bundle_ids, created_at)
    VALUES (${sale.seller_id}, ${sale.client_id}, ${sale.place}, ${sale.pickup_window},
      ${sale.free_until}, ${sale.bundle_cents}, ${sale.bundle_ids}, ${sale.created_at})
    RETURNING id`)
  if (!row) throw new Error('The sale was not inserted.')
  await tx.run(sql`
    INSERT INTO moving_sale_items (listing_id, sale_id)
    VALUES ${join(listingIds.map((listingId) => sql`(${listingId}, ${row.id})`))}`)
  return row.id
}

/** Returns the ids of all things of a sale, in the order of the form. Deleted ones are left out. */
export async function findMovingItems(db: Db, saleId: number): Promise<number[]> {
  const rows = await db.all<{ listing_id: number }>(sql`
    SELECT listing_id FROM moving_sale_items WHERE sale_id = ${saleId} ORDER BY listing_id`)
  return rows.map(({ listing_id }) => listing_id)
}

export type MovingSaleChange = Pick<
  MovingSaleRow,
  'place' | 'pickup_window' | 'bundle_cents' | 'bundle_ids'
>

export async function updateMovingSale(tx: Db, id: number, sale: MovingSaleChange): Promise<void> {
  await tx.run(sql`
    UPDATE moving_sales SET place = ${sale.place}, pickup_window = ${sale.pickup_window},
      bundle_cents = ${sale.bundle_cents}, bundle_ids = ${sale.bundle_ids}
    WHERE id = ${id}`)
}

/** Deletes the sale if this is its last thing. Call it before the listing is deleted. */
export async function deleteSaleOfLastItem(tx: Db, listingId: number): Promise<void> {
  await tx.run(sql`
    DELETE FROM moving_sales
    WHERE id = (SELECT sale_id FROM moving_sale_items WHERE listing_id = ${listingId})
      AND NOT EXISTS (
        SELECT 1 FROM moving_sale_items
        WHERE sale_id = moving_sales.id AND listing_id <> ${listingId})`)
}

export async function exportMovingSales(
  db: Db,
  studentId: number,
): Promise<AccountExport['movingSales']> {
  const rows = await db.all<MovingSaleRow>(sql`
    SELECT ${columns} FROM moving_sales WHERE seller_id = ${studentId} ORDER BY id`)
  const exported: AccountExport['movingSales'] = []
  for (const row of rows) {
    exported.push({
      id: row.id,
      place: row.place,
      pickupWindow: row.pickup_window,
      freeUntil: toIsoOrNull(row.free_until),
      bundlePrice: row.bundle_cents === null ? null : row.bundle_cents / 100,
      postedAt: toIso(row.created_at),
      listingIds: await findMovingItems(db, row.id),
    })
  }
  return exported
}
