import sql from 'sql-template-tag'
import type { Db } from '../../database/database.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import { isActiveStaff } from '../../students/restrictions/restriction-queries.ts'
import { isUnanswered } from './report-queries.ts'

/** Of `listings`: the newest entry in which a moderator wants its owner to edit it; a hidden one stays so until then. */
export const editRequest = sql`(
  SELECT max(asked.id) FROM moderation_log AS asked
  WHERE asked.listing_id = listings.id AND asked.id > COALESCE(listings.takedown_id, 0)
    AND asked.action = 'ask_to_edit'
    AND NOT EXISTS (SELECT 1 FROM moderation_log AS undone WHERE undone.undoes_id = asked.id))`

/**
 * Of `listings`: too dangerous to be shown again while there is somebody else to decide on it. Spent reports count too,
 * since a decision that was undone leaves it undecided; those from before it was last shown again do not.
 */
const waitsForModerator = (now: number) => sql`(
  EXISTS (
    SELECT 1 FROM reports WHERE reports.listing_id = listings.id
      AND reports.reason IN ('scam', 'private_information') AND ${isUnanswered}
      AND NOT EXISTS (
        SELECT 1 FROM moderation_log AS shown WHERE shown.listing_id = listings.id
          AND shown.action = 'show' AND shown.created_at >= reports.created_at))
  AND EXISTS (
    SELECT 1 FROM users WHERE ${isActiveStaff(now)} AND users.id <> listings.seller_id))`

const showsAgain = (now: number) => sql`
  status = 'hidden' AND ${editRequest} IS NULL AND NOT ${waitsForModerator(now)}`

export interface HiddenListing extends ListingKey {
  seller_id: number
}

/** When the first of those that are shown again was hidden. */
export async function findFirstHidden(db: Db, now: number): Promise<number | undefined> {
  const row = await db.get<{ time: number | null }>(sql`
    SELECT min(status_changed_at) AS time FROM listings WHERE ${showsAgain(now)}`)
  return row?.time ?? undefined
}

interface Due {
  hiddenUntil: number
  now: number
}

const isDue = ({ hiddenUntil, now }: Due) =>
  sql`${showsAgain(now)} AND status_changed_at <= ${hiddenUntil}`

export function findDueToShow(db: Db, due: Due): Promise<HiddenListing[]> {
  return db.all<HiddenListing>(sql`
    SELECT id, category, seller_id FROM listings WHERE ${isDue(due)}
    ORDER BY status_changed_at, id`)
}

/** In the transaction that shows it: a moderator may have been faster. */
export async function isDueToShow(tx: Db, id: number, due: Due): Promise<boolean> {
  return !!(await tx.get(sql`SELECT id FROM listings WHERE id = ${id} AND ${isDue(due)}`))
}

/** Hidden, and asked to be edited. */
export function findListingToEdit(tx: Db, id: number): Promise<HiddenListing | undefined> {
  return tx.get<HiddenListing>(sql`
    SELECT id, category, seller_id FROM listings
    WHERE id = ${id} AND status = 'hidden' AND ${editRequest} IS NOT NULL`)
}
