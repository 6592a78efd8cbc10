import type { AnyCategory } from '#categories/index.ts'
import type { User } from '#contract/accounts.ts'
import { campusIsoDate } from '#contract/campus-date.ts'
import type { EarlierListing } from '#contract/duplicates.ts'
import { formatShortDate } from '#contract/format.ts'
import { canRenew } from '#contract/listing-status.ts'
import type { PostedListing } from '#contract/listings.ts'
import type { NewListingInput } from '#contract/new-listing-input.ts'
import { isUploadedPhoto } from '#contract/photos.ts'
import { formatPriceWithUnit, listingPostedAt, listingTitle } from '#contract/wire-functions.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { createPhotoCdnRewriter } from '../../photos/photo-cdn.ts'
import { findPassedDay } from '../lifecycle/listing-end.ts'
import type { ListingParts } from '../listing-hooks.ts'
import { findListing } from '../listing-queries.ts'
import { presentListing } from '../present-listing.ts'
import { createListing, type SaveContext } from './create-listing.ts'

interface PostContext extends SaveContext {
  /** A duplicate is then noted after posting, not asked about before. */
  isTryOut: boolean
  withCdnUrls: ReturnType<typeof createPhotoCdnRewriter>
  findEarlier: ListingParts['findEarlier']
}

/**
 * In a transaction: 409 `duplicate` if the student has posted the same thing before, unless it is posted anyway. Asked once
 * it is saved: whatever is wrong with the listing itself comes first, and the lock that saving takes on the category lets
 * the second of two presses see the first.
 */
export async function postListing(
  tx: Db,
  category: AnyCategory,
  seller: Pick<User, 'id'>,
  { anyway, ...input }: NewListingInput,
  context: PostContext,
): Promise<PostedListing> {
  const listing = await createListing(tx, category, seller, input, context)
  const duplicate = anyway
    ? undefined
    : await readEarlier(tx, category, seller, listing.id, context)
  if (!duplicate) return listing
  if (context.isTryOut) return { ...listing, duplicate }
  throw duplicateError(duplicate, context.now)
}

async function readEarlier(
  tx: Db,
  category: AnyCategory,
  seller: Pick<User, 'id'>,
  id: number,
  { now, withCdnUrls, findEarlier }: PostContext,
): Promise<EarlierListing | undefined> {
  const posted = { id, seller_id: seller.id, posted_at: now }
  const earlier = await findEarlier(tx, category, posted, now)
  const row = earlier && (await findListing(tx, category.id, earlier.id))
  if (!row) return undefined
  const listing = withCdnUrls(presentListing(category, row, now, 'full'))
  return {
    category: category.id,
    id: row.id,
    title: listingTitle(category, listing),
    price: formatPriceWithUnit(category, listing),
    status: listing.status,
    posted_at: listingPostedAt(category, listing),
    can_renew: canRenew(listing.status) && !findPassedDay(category, listing, now),
    photo: listing.photo_info.find(isUploadedPhoto) ?? null,
  }
}

function duplicateError(duplicate: EarlierListing, now: number): AppError {
  const day = formatShortDate(duplicate.posted_at, campusIsoDate(now))
  const next = duplicate.can_renew
    ? 'Renew that one, or post this one anyway.'
    : 'You can post this one anyway.'
  return new AppError('duplicate', `You posted “${duplicate.title}” on ${day}. ${next}`, {
    duplicate,
  })
}
