import type { AnyCategory } from '#categories/index.ts'
import {
  canMove,
  canRenew,
  isListed,
  type ListingStatus,
  statusAt,
  topOfNewestDays,
} from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import { bumpCategoryVersion } from '../response-cache/category-versions.ts'
import { scheduleEnd } from './end-listings.ts'
import { hasLastDayPassed, listingEnd } from './listing-end.ts'
import { findListing } from './listing-queries.ts'
import { reserveRanks } from './listing-ranks.ts'
import { presentListing, presentWithEmail } from './present-listing.ts'
import { updateRenewed, updateStatus } from './status-queries.ts'

/** By the owner. In a transaction, like the renewal. */
export async function changeStatus(
  tx: Db,
  category: AnyCategory,
  id: number,
  to: ListingStatus,
  now: number,
): Promise<Listing> {
  const { row, values, status } = await lockListing(tx, category, id, now)
  const since = status === row.status ? row.status_changed_at : row.ends_at
  if (!canMove({ status, since }, to, now)) {
    throw wrongStatus(`It is ${status} and cannot be marked as ${to}.`)
  }
  // One that was sold may have passed its end since.
  const hasEnded = isListed(to) && row.ends_at <= now
  if (hasEnded) requireNoPastLastDay(category, values, now)
  const ends_at = hasEnded ? listingEnd(category, values, now) : row.ends_at
  await updateStatus(tx, id, { status: to, status_changed_at: now, ends_at })
  if (isListed(to)) await scheduleEnd(tx, ends_at, now)
  return readListing(tx, category, id, now)
}

/** An expired listing is available again; a listed one keeps its status. Never moves the end to an earlier day. */
export async function renewListing(
  tx: Db,
  category: AnyCategory,
  id: number,
  now: number,
): Promise<Listing> {
  const { row, values, status } = await lockListing(tx, category, id, now)
  if (!canRenew(status)) throw wrongStatus(`It is ${status} and cannot be renewed.`)
  requireNoPastLastDay(category, values, now)
  const ends_at = Math.max(row.ends_at, listingEnd(category, values, now))
  const isAgain = !isListed(status)
  await updateRenewed(tx, id, {
    status: isAgain ? 'available' : status,
    status_changed_at: isAgain ? now : row.status_changed_at,
    ends_at,
    renewed_at: now,
    rank: now >= row.ranked_at + topOfNewestDays * dayMs ? await reserveRanks(tx) : undefined,
  })
  await scheduleEnd(tx, ends_at, now)
  return readListing(tx, category, id, now)
}

/** Bumping the version first locks the category, so that of two moves at once the second sees the first. */
async function lockListing(tx: Db, category: AnyCategory, id: number, now: number) {
  await bumpCategoryVersion(tx, category.id)
  const row = await findListing(tx, category.id, id)
  if (!row) throw new AppError('not_found', category.messages.notFound)
  const status = statusAt({ status: row.status, endsAt: row.ends_at }, now)
  return { row, status, values: presentListing(category, row, now) }
}

async function readListing(tx: Db, category: AnyCategory, id: number, now: number) {
  const row = await findListing(tx, category.id, id)
  if (!row) throw new Error(`Listing ${id} was deleted while its status was being changed.`)
  return presentWithEmail(category, row, now)
}

function requireNoPastLastDay(category: AnyCategory, values: Listing, now: number) {
  if (hasLastDayPassed(category, values, now)) {
    throw wrongStatus('Its date has passed. Change the date first.')
  }
}

const wrongStatus = (message: string) => new AppError('wrong_status', message)
