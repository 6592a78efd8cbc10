import { categoryOf, type Listing } from '#contract/listing.ts'
import { statusLabel, wantedLabel } from '#contract/listing-fields.ts'
import {
  canMove,
  canRenew,
  isListed,
  type ListingStatus,
  minDaysBetweenMovesToTop,
} from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { AppError, invalidInput } from '../../errors.ts'
import { bumpListingVersions } from '../../versions/category-versions.ts'
import { findListing, type ListingKey, reserveRank } from '../listing-queries.ts'
import { presentListing, presentWithEmail, withSale } from '../present-listing.ts'
import { recordWordsOf } from '../search/search-words.ts'
import { scheduleEnd } from './end-listings.ts'
import { findPassedDay, listingEnd } from './listing-end.ts'
import {
  type Renewal,
  updateRenewed,
  updateSoldAt,
  updateStatus,
  updateWentFor,
} from './status-queries.ts'

interface SalePrice {
  /** What it went for, or null to clear that. If it is left out, an accepted offer says it. */
  wentForCents?: number | null | undefined
  findAcceptedPrice?: (tx: Db, listingId: number) => Promise<number | null | undefined>
}

/** Changes the status for the owner. Call it in a transaction, as with `renewListing`. */
export async function changeStatus(
  tx: Db,
  key: ListingKey,
  to: ListingStatus,
  now: number,
  sale: SalePrice = {},
): Promise<Listing> {
  const { row, listing } = await lockListing(tx, key, now)
  const { status } = listing
  const { wentForCents } = sale
  if (wentForCents !== undefined) requireOffered(listing)
  const since = { status, since: row.status_changed_at }
  // The price of a sale can be added or corrected for as long as the sale can be taken back.
  const isSale = status === 'sold' && to === 'sold'
  if (isSale && wentForCents !== undefined && canMove(since, 'available', now)) {
    await updateWentFor(tx, key.id, wentForCents)
    return readListing(tx, key, now)
  }
  if (!canMove(since, to, now)) {
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
  if (isBack) await recordWordsOf(tx, key.id)
  if (to === 'sold') await saveSale(tx, listing, now, sale)
  else if (status === 'sold') await updateSoldAt(tx, key.id, null)
  return readListing(tx, key, now)
}

async function saveSale(
  tx: Db,
  listing: Listing,
  now: number,
  { wentForCents, findAcceptedPrice }: SalePrice,
) {
  await updateSoldAt(tx, listing.id, now)
  const cents =
    wentForCents === undefined ? await findAcceptedPrice?.(tx, listing.id) : wentForCents
  if (typeof cents === 'number' && !wantedLabel(listing)) await updateWentFor(tx, listing.id, cents)
}

/** Throws if the listing asks for a thing: its price is only the most that the student would pay. */
function requireOffered(listing: Listing) {
  if (wantedLabel(listing)) {
    throw invalidInput({ went_for: 'You were looking for this, so it has no sale price.' })
  }
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
  if (isAgain) await recordWordsOf(tx, key.id)
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
  return withSale(presentWithEmail(row, now, 'own'), row)
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
