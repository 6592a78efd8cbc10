import sql, { empty } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'

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

export function findCategoriesWithEnded(db: Db, now: number): Promise<{ category: CategoryId }[]> {
  return db.all<{ category: CategoryId }>(sql`
    SELECT DISTINCT category FROM listings WHERE listed AND ends_at <= ${now}`)
}

/** Returns how many listings have expired. */
export async function expireListings(
  db: Db,
  category: CategoryId,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const { changes } = await db.run(sql`
    UPDATE listings SET status = 'expired', status_changed_at = ends_at
    WHERE id IN (
      SELECT id FROM listings WHERE listed AND category = ${category} AND ends_at <= ${now}
      ORDER BY ends_at LIMIT ${limit})`)
  return changes
}
