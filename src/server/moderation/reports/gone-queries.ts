import sql from 'sql-template-tag'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'

interface GoneState {
  status: ListingStatus
  ends_at: number
  /** While the seller has not answered. */
  gone_asked_at: number | null
  gone_answered_at: number | null
}

export function findGoneState(tx: Db, listingId: number): Promise<GoneState | undefined> {
  return tx.get<GoneState>(sql`
    SELECT status, ends_at, gone_asked_at, gone_answered_at FROM listings WHERE id = ${listingId}`)
}

export async function markAsked(tx: Db, listingId: number, now: number) {
  await tx.run(sql`UPDATE listings SET gone_asked_at = ${now} WHERE id = ${listingId}`)
}

export async function markAnswered(tx: Db, listingId: number, now: number) {
  await tx.run(sql`
    UPDATE listings SET gone_asked_at = NULL, gone_answered_at = ${now} WHERE id = ${listingId}`)
}

/** Of `listings`: what was taken down waits for a moderator first. */
const isUnanswered = sql`gone_asked_at IS NOT NULL AND status NOT IN ('hidden', 'removed')`

export async function findFirstAsked(db: Db): Promise<number | undefined> {
  const row = await db.get<{ time: number | null }>(sql`
    SELECT min(gone_asked_at) AS time FROM listings WHERE ${isUnanswered}`)
  return row?.time ?? undefined
}

export function findAskedUntil(db: Db, until: number): Promise<ListingKey[]> {
  return db.all<ListingKey>(sql`
    SELECT id, category FROM listings WHERE ${isUnanswered} AND gone_asked_at <= ${until}
    ORDER BY gone_asked_at, id`)
}

/** False: the seller has answered meanwhile. One that has ended by itself keeps its end. */
export async function expireAsGone(
  tx: Db,
  id: number,
  { askedUntil, now }: { askedUntil: number; now: number },
): Promise<boolean> {
  const { changes } = await tx.run(sql`
    UPDATE listings SET status = 'expired', gone_asked_at = NULL,
      status_changed_at = CASE WHEN listed AND ends_at > ${now} THEN ${now} ELSE ends_at END,
      ends_at = CASE WHEN listed AND ends_at > ${now} THEN ${now} ELSE ends_at END
    WHERE id = ${id} AND ${isUnanswered} AND gone_asked_at <= ${askedUntil}`)
  return changes > 0
}
