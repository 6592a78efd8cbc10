import { isClosedToLogin } from '#campus/campus.ts'
import type { Listing } from '#contract/listing.ts'
import { soldMessage } from '#contract/listing-fields.ts'
import { canRenew, isListed } from '#contract/listing-status.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import { AppError, closedDomain } from '../../errors.ts'
import { mayNotPost } from '../../http/authorization.ts'
import { findRestrictionError } from '../../students/restrictions/find-restriction.ts'
import { mayPost } from '../../students/session-user.ts'
import { hashToken } from '../../students/sessions/session-token.ts'
import { findUser } from '../../students/user-queries.ts'
import { lockCategory } from '../../versions/category-versions.ts'
import { findListing } from '../listing-queries.ts'
import { presentListing } from '../present-listing.ts'
import { renewListing } from './change-status.ts'
import { findPassedDay } from './listing-end.ts'
import { findRenewLink, laterEnd } from './renew-links.ts'

type PostingConfig = Pick<Config, 'POSTING_AFFILIATIONS'>

interface OpenedRenewLink {
  listing: Listing
  /** The end after a renewal, or null if the listing was renewed after the link was made. */
  renewsUntil: string | null
}

/**
 * Reads the listing that an email's link renews, and changes nothing. Throws if the link does not work or the listing
 * cannot be renewed.
 */
export async function openRenewLink(
  db: Db,
  token: string,
  now: number,
  config: PostingConfig,
): Promise<OpenedRenewLink> {
  const link = await findRenewLink(db, hashToken(token))
  const row = link && (await findListing(db, { category: link.category, id: link.listing_id }))
  if (!row) {
    throw new AppError(
      'not_found',
      "This link doesn't work any more. Your dashboard has all your listings.",
    )
  }
  await requireMayPost(db, row.seller_id, now, config)
  if (link.expires_at <= now) {
    throw new AppError('gone', 'This link is too old. You can renew the listing on your dashboard.')
  }
  const listing = presentListing(row, now)
  const isRenewed = isListed(listing.status) && row.ends_at > link.ends_at
  const renewsUntil = isRenewed ? null : requireLaterEnd(listing, now)
  return { listing, renewsUntil }
}

/**
 * Throws if the seller is restricted, is locked out or has left the university, with the reason. Whoever has the link may
 * read the reason, because the email with the link went to the seller.
 */
async function requireMayPost(
  db: Db,
  sellerId: number,
  now: number,
  { POSTING_AFFILIATIONS: postingAffiliations }: PostingConfig,
): Promise<void> {
  const seller = await findUser(db, sellerId)
  if (!seller) return
  const error = await findRestrictionError(db, seller, now)
  if (error) throw error
  if (isClosedToLogin(seller.email)) throw closedDomain()
  if (!mayPost(seller, { postingAffiliations })) throw mayNotPost()
}

function requireLaterEnd(listing: Listing, now: number): string {
  const { status } = listing
  if (status === 'sold') {
    throw wrongStatus(soldMessage(listing))
  }
  if (!canRenew(status)) throw wrongStatus("This listing isn't shown. Your dashboard says why.")
  const end = laterEnd(listing, now)
  if (end !== undefined) return toIso(end)
  throw wrongStatus(
    findPassedDay(listing, now)
      ? 'The date of this listing has passed. Change the date first.'
      : 'This listing ends on its date. Change the date to list it longer.',
  )
}

/** Renews the listing. Call it in a transaction. Returns false if the listing was renewed before. */
export async function renewByLink(
  tx: Db,
  token: string,
  now: number,
  config: PostingConfig,
): Promise<boolean> {
  const found = await openRenewLink(tx, token, now, config)
  if (found.renewsUntil === null) return false
  // The second of two presses waits here, and then sees the renewal of the first.
  await lockCategory(tx, found.listing.category)
  const { listing, renewsUntil } = await openRenewLink(tx, token, now, config)
  if (renewsUntil === null) return false
  await renewListing(tx, listing, now)
  return true
}

const wrongStatus = (message: string) => new AppError('wrong_status', message)
