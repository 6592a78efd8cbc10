import { goneAnswerDays } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import {
  generateRenewToken,
  laterEnd,
  saveRenewLink,
} from '../../listings/lifecycle/renew-links.ts'
import { findListing, type ListingKey } from '../../listings/listing-queries.ts'
import { presentListing } from '../../listings/present-listing.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import { lockUserShared } from '../../students/user-queries.ts'
import { buildGoneMail } from './gone-mail.ts'

/**
 * Asks the seller whether a listing that was reported as gone is still there, in the transaction that notes it; wake the
 * job runner after the commit. A renewal by the link answers it, as everything does that the seller does with it.
 */
export async function askIfGone(
  tx: Db,
  { appUrl }: { appUrl: string },
  key: ListingKey,
  now: number,
): Promise<void> {
  const row = await findListing(tx, key)
  const seller = row && (await lockUserShared(tx, row.seller_id))
  if (!seller) return
  const listing = presentListing(row, now)
  // A listing that ends with a date of its own cannot be renewed.
  const token = laterEnd(listing, now) === undefined ? undefined : generateRenewToken()
  if (token) await saveRenewLink(tx, token, listing)
  const answerBy = now + goneAnswerDays * dayMs
  const mail = buildGoneMail(seller, { listing, token, answerBy, appUrl })
  await enqueueMail(tx, mail, { userId: seller.id, expiresAt: answerBy, listingIds: [key.id] }, now)
}
