import sql from 'sql-template-tag'
import type { DecisionReason } from '#contract/decision-reasons.ts'
import type { WireOwnListing } from '#contract/listings.ts'
import type { Db } from '../database/database.ts'
import { isOneOf } from '../database/sql-fragments.ts'
import { toIsoOrNull } from '../durations.ts'
import { scheduleEnd } from '../listings/lifecycle/end-listings.ts'
import type { ListingKey } from '../listings/listing-queries.ts'
import { recordWordsOf } from '../listings/search/search-words.ts'
import { bumpVersionsOfOthers, bumpVersionsOfThreads } from '../messages/message-version-queries.ts'
import { lockThreadsOfListings } from '../messages/thread-locks.ts'
import { clearThreadTitles, restoreThreadTitles } from '../messages/thread-queries.ts'
import { bumpListingVersions } from '../versions/category-versions.ts'

/** Hides or removes a listing, for the log entry that gives the reason. */
export async function takeDown(tx: Db, listing: ListingKey, takedown: NewTakedown): Promise<void> {
  await bumpVersionsOfThreads(tx, ...(await takeDownAll(tx, [listing], takedown)))
}

/** Returns the ids of the listings. The caller bumps the versions of their threads last, as `thread-locks.ts` says. */
async function takeDownAll(
  tx: Db,
  listings: ListingKey[],
  takedown: NewTakedown,
): Promise<number[]> {
  const ids = await lockListings(tx, listings)
  await clearThreadTitles(tx, ids)
  for (const listing of listings) await saveTakedown(tx, listing, takedown)
  return ids
}

/**
 * Bumps the versions of the listings first. This blocks all other changes of status in their categories. Then it locks
 * all threads at once, in the order that `thread-locks.ts` explains.
 */
async function lockListings(tx: Db, listings: ListingKey[]): Promise<number[]> {
  await bumpListingVersions(tx, ...listings)
  const ids = listings.map(({ id }) => id)
  await lockThreadsOfListings(tx, ids)
  return ids
}

/**
 * Restores the status that the listing had, and its time. If the listing's end has passed since, it expires by the
 * clock. The listing of a student with a hold or a planned deletion is hidden for that instead.
 */
export async function putBack(tx: Db, listing: ListingKey, now: number): Promise<void> {
  await bumpVersionsOfThreads(tx, ...(await putBackAll(tx, [listing], now)))
}

async function putBackAll(tx: Db, listings: ListingKey[], now: number): Promise<number[]> {
  const ids = await lockListings(tx, listings)
  for (const listing of listings) {
    const pause = await findPausingEntry(tx, listing)
    if (pause !== null) {
      await saveTakedown(tx, listing, { status: 'hidden', logId: pause, now })
      continue
    }
    const restored = await restoreStatus(tx, listing)
    if (!restored) continue
    await restoreThreadTitles(tx, listing.id)
    await scheduleEnd(tx, restored.ends_at, now)
    await recordWordsOf(tx, listing.id)
  }
  return ids
}

/**
 * Removes all listings of the sellers, except those that another decision removed: lifting a ban must not bring those
 * back. Returns the listings, whose threads need new versions.
 */
export async function removeListingsOf(
  tx: Db,
  sellerIds: readonly number[],
  { logId, now }: Omit<NewTakedown, 'status'>,
): Promise<number[]> {
  const listings: ListingKey[] = []
  for (const sellerId of sellerIds) listings.push(...(await findListingsToTakeDown(tx, sellerId)))
  return takeDownAll(tx, listings, { status: 'removed', logId, now })
}

/** Hides what others can see of the seller. Listings that reports have hidden wait for a moderator as before. */
export async function hideListingsOf(
  tx: Db,
  sellerId: number,
  { logId, now }: Omit<NewTakedown, 'status'>,
): Promise<void> {
  const listings = await tx.all<ListingKey>(sql`
    SELECT category, id FROM listings
    WHERE seller_id = ${sellerId} AND status NOT IN ('hidden', 'removed') ORDER BY category, id`)
  const ids = await takeDownAll(tx, listings, { status: 'hidden', logId, now })
  await bumpVersionsOfThreads(tx, ...ids)
}

/** A condition on `users`: a hold or a planned deletion hides the listings. */
const isPaused = sql`(users.held_at IS NOT NULL OR users.delete_at IS NOT NULL)`

/** A condition on `listings`: their student has a hold or a planned deletion. */
export const isOfPausedSeller = sql`EXISTS (
  SELECT 1 FROM users WHERE users.id = listings.seller_id AND ${isPaused})`

/** Returns the log entry of the hold or the planned deletion of the listing's student, or null. */
async function findPausingEntry(tx: Db, { id }: ListingKey): Promise<number | null> {
  const row = await tx.get<{ id: number | null }>(sql`
    SELECT COALESCE(users.hold_log_id, users.deletion_log_id) AS id
    FROM listings JOIN users ON users.id = listings.seller_id WHERE listings.id = ${id}`)
  return row?.id ?? null
}

/**
 * Puts back the listings that this log entry took down. If the entry was a ban, it also bumps the versions of everyone
 * who has a thread with the students who can write again, in one statement and therefore in the order of ids.
 */
export async function putBackListings(
  tx: Db,
  logId: number,
  now: number,
  liftedIds: number[] = [],
): Promise<void> {
  const ids = await putBackAll(tx, await findListingsTakenDown(tx, logId), now)
  if (liftedIds.length > 0) await bumpVersionsOfOthers(tx, liftedIds, ids)
  else await bumpVersionsOfThreads(tx, ...ids)
}

type Moderation = NonNullable<WireOwnListing['moderation']>

interface ModerationRow extends Pick<Moderation, 'action' | 'note'> {
  id: number
  reason: DecisionReason | null
  appeal_until: number | null
  appealed_at: number | null
}

/**
 * A condition on `log`, a request to edit, and `listings`: the owner has not edited the listing since the request, and
 * the listing was not kept or shown again later.
 */
const isUnansweredWish = sql`(
  log.created_at >= listings.updated_at AND NOT EXISTS (
    SELECT 1 FROM moderation_log AS later WHERE later.listing_id = listings.id
      AND later.id > log.id AND later.action IN ('keep', 'show')))`

/**
 * Returns by listing id why each of these listings is hidden or removed, or what to edit. If both exist, the request to
 * edit is the newer one. The reason of a hold or a planned deletion is for admins alone.
 */
export async function findModeration(
  db: Db,
  listingIds: readonly number[],
  now: number,
): Promise<Map<number, Moderation>> {
  const found = await db.all<ModerationRow>(sql`
    SELECT listings.id, CASE WHEN log.action = 'hold' THEN 'pause' ELSE log.action END AS action,
      log.reason,
      CASE WHEN log.action IN ('hold', 'plan_deletion') THEN NULL ELSE note END AS note,
      CASE WHEN appeals.text IS NULL AND appeals.expires_at > ${now}
        THEN appeals.expires_at END AS appeal_until,
      CASE WHEN appeals.decision IS NULL THEN appeals.created_at END AS appealed_at
    FROM listings
    JOIN moderation_log AS log ON log.id = COALESCE(${editRequest}, listings.takedown_id)
    LEFT JOIN moderation_notes ON moderation_notes.log_id = log.id
    LEFT JOIN appeals ON appeals.log_id = log.id
    WHERE ${isOneOf(db, sql`listings.id`, listingIds)} AND listings.status NOT IN ('sold', 'expired')
      AND (listings.takedown_id IS NOT NULL OR ${isUnansweredWish})`)
  return new Map(
    found.map(({ id, appeal_until, appealed_at, ...decision }) => [
      id,
      {
        ...decision,
        appeal_until: toIsoOrNull(appeal_until),
        appealed_at: toIsoOrNull(appealed_at),
      },
    ]),
  )
}

interface NewTakedown {
  status: 'hidden' | 'removed'
  /** The log entry that gives the reason. */
  logId: number
  now: number
}

/** A second takedown keeps the status that was saved by the first. */
async function saveTakedown(
  tx: Db,
  { category, id }: ListingKey,
  { status, logId, now }: NewTakedown,
) {
  await tx.run(sql`
    UPDATE listings SET status = ${status}, status_changed_at = ${now}, takedown_id = ${logId},
      status_before = COALESCE(status_before, status),
      status_changed_before = COALESCE(status_changed_before, status_changed_at)
    WHERE id = ${id} AND category = ${category}`)
}

/** Returns undefined if the listing is not taken down. */
function restoreStatus(
  tx: Db,
  { category, id }: ListingKey,
): Promise<{ ends_at: number } | undefined> {
  return tx.get(sql`
    UPDATE listings SET status = COALESCE(status_before, 'available'),
      status_changed_at = COALESCE(status_changed_before, status_changed_at),
      status_before = NULL, status_changed_before = NULL, takedown_id = NULL
    WHERE id = ${id} AND category = ${category} AND status IN ('hidden', 'removed')
    RETURNING ends_at`)
}

/** Finds all listings of the seller except removed ones. */
function findListingsToTakeDown(db: Db, sellerId: number): Promise<ListingKey[]> {
  return db.all(sql`
    SELECT category, id FROM listings WHERE seller_id = ${sellerId} AND status <> 'removed'
    ORDER BY category, id`)
}

function findListingsTakenDown(db: Db, logId: number): Promise<ListingKey[]> {
  return db.all(sql`
    SELECT category, id FROM listings WHERE takedown_id = ${logId} ORDER BY category, id`)
}

/**
 * An expression on `listings`: the newest log entry in which a moderator asks the owner to edit the listing. A hidden
 * listing stays hidden until the owner edits it.
 */
export const editRequest = sql`(
  SELECT max(asked.id) FROM moderation_log AS asked
  WHERE asked.listing_id = listings.id AND asked.id > COALESCE(listings.takedown_id, 0)
    AND asked.action = 'ask_to_edit'
    AND NOT EXISTS (SELECT 1 FROM moderation_log AS undone WHERE undone.undoes_id = asked.id))`
