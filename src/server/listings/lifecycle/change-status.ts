import { categoryOf, type Listing } from '#contract/listing.ts'
import { statusLabel } from '#contract/listing-fields.ts'
import {
  canMove,
  canRenew,
  isListed,
  type ListingStatus,
  minDaysBetweenMovesToTop,
} from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { bumpListingVersions } from '../../versions/category-versions.ts'
import { findListing, type ListingKey, reserveRank } from '../listing-queries.ts'
import { presentListing, presentWithEmail } from '../present-listing.ts'
import { scheduleEnd } from './end-listings.ts'
import { findPassedDay, listingEnd } from './listing-end.ts'
import { type Renewal, updateRenewed, updateStatus } from './status-queries.ts'

/** Changes the status for the owner. Call it in a transaction, as with `renewListing`. */
export async function changeStatus(
  tx: Db,
  key: ListingKey,
  to: ListingStatus,
  now: number,
): Promise<Listing> {
  const { row, listing } = await lockListing(tx, key, now)
  const { status } = listing
  if (!canMove({ status, since: row.status_changed_at }, to, now)) {
    throw wrongStatus(listing, `marked as ${label({ ...listing, status: to })}`)
  }
  const isBack = isListed(to) && !isListed(status)
  const change = { status: to, status_changed_at: now }
  // The end of a sold listing may have passed since. The listing then gets a new end, as with a renewal.
  if (isBack && row.ends_at <= now) {
    requireNoPastLastDay(listing, now)
    await saveRenewal(tx, listing, { ...change, rank: undefined }, now)
  } else {
    await updateStatus(tx, key.id, { ...change, ends_at: row.ends_at })
    if (isBack) await scheduleEnd(tx, row.ends_at, now)
  }
  return readListing(tx, key, now)
}

/** Makes an expired listing available again. A listed one keeps its status. The end never moves to an earlier day. */
export async function renewListing(tx: Db, key: ListingKey, now: number): Promise<Listing> {
  const { row, listing } = await lockListing(tx, key, now)
  const { status } = listing
  if (!canRenew(status)) throw wrongStatus(listing, 'renewed')
  requireNoPastLastDay(listing, now)
  const isAgain = !isListed(status)
  const isDueForTop = now >= row.ranked_at + minDaysBetweenMovesToTop * dayMs
  const change = {
    status: isAgain ? 'available' : status,
    status_changed_at: isAgain ? now : row.status_changed_at,
    rank: isDueForTop ? await reserveRank(tx) : undefined,
  }
  await saveRenewal(tx, listing, change, now)
  return readListing(tx, key, now)
}

async function saveRenewal(
  tx: Db,
  listing: Listing,
  change: Omit<Renewal, 'ends_at' | 'renewed_at'>,
  now: number,
) {
  const ends_at = Math.max(Date.parse(listing.endsAt), listingEnd(listing, now))
  await updateRenewed(tx, listing.id, { ...change, ends_at, renewed_at: now })
  await scheduleEnd(tx, ends_at, now)
}

/**
 * Reads the listing under a lock. Bumping the version locks the category, so the second of two changes sees the first.
 */
async function lockListing(tx: Db, key: ListingKey, now: number) {
  await bumpListingVersions(tx, key)
  const row = await findListing(tx, key)
  if (!row) throw new AppError('not_found', categoryOf(key).messages.notFound)
  return { row, listing: presentListing(row, now, 'own') }
}

async function readListing(tx: Db, key: ListingKey, now: number) {
  const row = await findListing(tx, key)
  if (!row) throw new Error(`Listing ${key.id} was deleted while its status was being changed.`)
  return presentWithEmail(row, now, 'own')
}

function requireNoPastLastDay(listing: Listing, now: number) {
  if (findPassedDay(listing, now)) {
    throw new AppError('wrong_status', 'Its date has passed. Change the date first.')
  }
}

function wrongStatus(listing: Listing, wanted: string): AppError {
  const message = `It's ${label(listing)}, so it can't be ${wanted}.`
  return new AppError('wrong_status', message)
}

const label = (listing: Listing) => statusLabel(listing).toLowerCase()
