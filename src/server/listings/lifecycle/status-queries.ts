import sql, { empty } from 'sql-template-tag'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'
import type { ListingKey } from '../listing-queries.ts'

interface StatusChange {
  status: ListingStatus
  status_changed_at: number
  ends_at: number
}

export async function updateStatus(db: Db, id: number, change: StatusChange): Promise<void> {
  await db.run(sql`
    UPDATE listings SET status = ${change.status}, status_changed_at = ${change.status_changed_at},
      ends_at = ${change.ends_at}
    WHERE id = ${id}`)
}

/**
 * Makes a pending listing available again. A listing that is taken down is available once it is put back. Call it with
 * the category locked.
 */
export async function endPending(db: Db, id: number, now: number): Promise<void> {
  await db.run(sql`
    UPDATE listings SET status = 'available', status_changed_at = ${now}
    WHERE id = ${id} AND status = 'pending'`)
  await db.run(sql`
    UPDATE listings SET status_before = 'available' WHERE id = ${id} AND status_before = 'pending'`)
}

/** Saves the price that a sold listing went for. */
export async function updateWentFor(db: Db, id: number, cents: number | null): Promise<void> {
  await db.run(sql`UPDATE listings SET went_for_cents = ${cents} WHERE id = ${id}`)
}

/** Saves when the listing was sold, or null for one that is available again. It has no price then, either. */
export async function updateSoldAt(db: Db, id: number, soldAt: number | null): Promise<void> {
  await db.run(sql`UPDATE listings SET sold_at = ${soldAt}, went_for_cents = NULL WHERE id = ${id}`)
}

export interface Renewal extends StatusChange {
  renewed_at: number
  /** The new rank, which moves the listing to the top of the newest. If it is undefined, the listing keeps its place. */
  rank: number | undefined
}

export async function updateRenewed(db: Db, id: number, renewal: Renewal): Promise<void> {
  const { rank, renewed_at } = renewal
  await updateStatus(db, id, renewal)
  await db.run(sql`
    UPDATE listings SET renewed_at = ${renewed_at}
      ${rank === undefined ? empty : sql`, rank = ${rank}, ranked_at = ${renewed_at}`}
    WHERE id = ${id}`)
}

/** Returns the ends of the student's live listings, latest first. */
export async function findLiveEnds(db: Db, sellerId: number, now: number): Promise<number[]> {
  const rows = await db.all<{ ends_at: number }>(sql`
    SELECT ends_at FROM listings WHERE seller_id = ${sellerId} AND listed AND ends_at > ${now}
    ORDER BY ends_at DESC`)
  return rows.map(({ ends_at }) => ends_at)
}

/** Returns the earliest end of all listed listings. */
export async function findNextEnd(db: Db): Promise<number | undefined> {
  const row = await db.get<{ ends_at: number }>(sql`
    SELECT ends_at FROM listings WHERE listed ORDER BY ends_at LIMIT 1`)
  return row?.ends_at
}

/** Finds listings that have reached their end, the earliest first. Only the index on ends can serve this order. */
export function findEnded(db: Db, now: number, limit: number): Promise<ListingKey[]> {
  return db.all<ListingKey>(sql`
    SELECT id, category FROM listings WHERE listed AND ends_at <= ${now}
    ORDER BY ends_at LIMIT ${limit}`)
}

/** Expires those of the listings that are still listed after their end. */
export async function expireListings(db: Db, ids: number[], now: number): Promise<void> {
  await db.run(sql`
    UPDATE listings SET status = 'expired', status_changed_at = ends_at
    WHERE ${isOneOf(db, sql`id`, ids)} AND listed AND ends_at <= ${now}`)
}
