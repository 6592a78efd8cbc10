import type { AnyCategory } from '#categories/index.ts'
import {
  canMove,
  canRenew,
  isListed,
  type ListingStatus,
  minDaysBetweenMovesToTop,
} from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { statusLabel } from '#contract/wire-functions.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { findListing } from '../listing-queries.ts'
import { presentListing, presentWithEmail } from '../present-listing.ts'
import { reserveRank } from '../search/listing-ranks.ts'
import { scheduleEnd } from './end-listings.ts'
import { findPassedDay, listingEnd } from './listing-end.ts'
import { type Renewal, updateRenewed, updateStatus } from './status-queries.ts'

/** By the owner. In a transaction, like the renewal. */
export async function changeStatus(
  tx: Db,
  category: AnyCategory,
  id: number,
  to: ListingStatus,
  now: number,
): Promise<Listing> {
  const { row, listing } = await lockListing(tx, category, id, now)
  const { status } = listing
  if (!canMove({ status, since: row.status_changed_at }, to, now)) {
    throw wrongStatus(category, listing, `marked as ${label(category, { ...listing, status: to })}`)
  }
  const isBack = isListed(to) && !isListed(status)
  const change = { status: to, status_changed_at: now }
  // One that was sold may have passed its end since: it gets a new one, as by a renewal.
  if (isBack && row.ends_at <= now) {
    requireNoPastLastDay(category, listing, now)
    await saveRenewal(tx, category, listing, { ...change, rank: undefined }, now)
  } else {
    await updateStatus(tx, id, { ...change, ends_at: row.ends_at })
    if (isBack) await scheduleEnd(tx, row.ends_at, now)
  }
  return readListing(tx, category, id, now)
}

/** An expired listing is available again; a listed one keeps its status. Never moves the end to an earlier day. */
export async function renewListing(
  tx: Db,
  category: AnyCategory,
  id: number,
  now: number,
): Promise<Listing> {
  const { row, listing } = await lockListing(tx, category, id, now)
  const { status } = listing
  if (!canRenew(status)) throw wrongStatus(category, listing, 'renewed')
  requireNoPastLastDay(category, listing, now)
  const isAgain = !isListed(status)
  const isDueForTop = now >= row.ranked_at + minDaysBetweenMovesToTop * dayMs
  const change = {
    status: isAgain ? 'available' : status,
    status_changed_at: isAgain ? now : row.status_changed_at,
    rank: isDueForTop ? await reserveRank(tx) : undefined,
  }
  await saveRenewal(tx, category, listing, change, now)
  return readListing(tx, category, id, now)
}

async function saveRenewal(
  tx: Db,
  category: AnyCategory,
  listing: Listing,
  change: Omit<Renewal, 'ends_at' | 'renewed_at'>,
  now: number,
) {
  const ends_at = Math.max(Date.parse(listing.ends_at), listingEnd(category, listing, now))
  await updateRenewed(tx, listing.id, { ...change, ends_at, renewed_at: now })
  await scheduleEnd(tx, ends_at, now)
}

/** Bumping the version first locks the category, so that of two moves at once the second sees the first. */
async function lockListing(tx: Db, category: AnyCategory, id: number, now: number) {
  await bumpCategoryVersion(tx, category.id)
  const row = await findListing(tx, category.id, id)
  if (!row) throw new AppError('not_found', category.messages.notFound)
  return { row, listing: presentListing(category, row, now, 'full') }
}

async function readListing(tx: Db, category: AnyCategory, id: number, now: number) {
  const row = await findListing(tx, category.id, id)
  if (!row) throw new Error(`Listing ${id} was deleted while its status was being changed.`)
  return presentWithEmail(category, row, now, 'full')
}

function requireNoPastLastDay(category: AnyCategory, listing: Listing, now: number) {
  if (findPassedDay(category, listing, now)) {
    throw new AppError('wrong_status', 'Its date has passed. Change the date first.')
  }
}

function wrongStatus(category: AnyCategory, listing: Listing, wanted: string): AppError {
  const message = `It's ${label(category, listing)}, so it can't be ${wanted}.`
  return new AppError('wrong_status', message)
}

const label = (category: AnyCategory, listing: Listing) =>
  statusLabel(category, listing).toLowerCase()
