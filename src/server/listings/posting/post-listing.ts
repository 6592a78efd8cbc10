import type { User } from '#contract/accounts.ts'
import type { EarlierDuplicate } from '#contract/duplicates.ts'
import type { Listing, ListingDraft } from '#contract/listing.ts'
import { formatPriceWithUnit } from '#contract/listing-fields.ts'
import { canRenew } from '#contract/listing-status.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { formatShortDate } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { createPhotoCdnRewriter } from '../../photos/photo-cdn.ts'
import { findPassedDay } from '../lifecycle/listing-end.ts'
import type { ListingParts } from '../listing-deps.ts'
import { findListing, type ListingKey } from '../listing-queries.ts'
import { presentListing, uploadedCover } from '../present-listing.ts'
import { createListing, type SaveContext } from './create-listing.ts'
import { locateLater } from './locate-listing.ts'

export interface PostContext extends SaveContext {
  /** The student has seen the earlier listing and posts this one all the same. */
  anyway?: boolean | undefined
  /** In a try-out, a duplicate is noted after posting instead of asked about before. */
  isTryOut: boolean
  withCdnUrls: ReturnType<typeof createPhotoCdnRewriter>
  findEarlier: ListingParts['findEarlier']
}

/**
 * Posts a listing. Call it in a transaction. Throws 409 `duplicate` if the student has posted the same thing before,
 * unless `anyway` is set. The check runs after saving, so all other errors come first. The lock on the category lets
 * the second of two presses see the first.
 */
export async function postListing(
  tx: Db,
  seller: Pick<User, 'id'>,
  draft: ListingDraft,
  context: PostContext,
): Promise<{ listing: Listing; duplicate?: EarlierDuplicate }> {
  const listing = await createListing(tx, seller, draft, context)
  if (context.located === 'later') await locateLater(tx, listing, context.now)
  const duplicate = context.anyway ? undefined : await readEarlier(tx, seller, listing, context)
  if (!duplicate) return { listing }
  if (context.isTryOut) return { listing, duplicate }
  throw duplicateError(duplicate, context.now)
}

async function readEarlier(
  tx: Db,
  seller: Pick<User, 'id'>,
  { category, id }: ListingKey,
  { now, withCdnUrls, findEarlier }: PostContext,
): Promise<EarlierDuplicate | undefined> {
  const posted = { category, id, seller_id: seller.id, posted_at: now }
  const earlier = await findEarlier(tx, posted, now)
  const row = earlier && (await findListing(tx, { category, id: earlier.id }))
  if (!row) return undefined
  const listing = withCdnUrls(presentListing(row, now, 'full'))
  return {
    category,
    id: row.id,
    title: listing.title,
    price: formatPriceWithUnit(listing),
    status: listing.status,
    posted_at: listing.postedAt,
    can_renew: canRenew(listing.status) && !findPassedDay(listing, now),
    photo: uploadedCover(listing),
  }
}

function duplicateError(duplicate: EarlierDuplicate, now: number): AppError {
  const day = formatShortDate(duplicate.posted_at, campusIsoDate(now))
  const next = duplicate.can_renew
    ? 'Renew that one, or post this one anyway.'
    : 'You can post this one anyway.'
  return new AppError('duplicate', `You posted “${duplicate.title}” on ${day}. ${next}`, {
    duplicate,
  })
}
