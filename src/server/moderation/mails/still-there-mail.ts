import { campus } from '#campus/campus.ts'
import type { Listing } from '#contract/listing.ts'
import { goneAnswerDays } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatDate } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import {
  generateRenewToken,
  laterEnd,
  saveRenewLink,
} from '../../listings/lifecycle/renew-links.ts'
import { findListing, type ListingKey } from '../../listings/listing-queries.ts'
import { presentListing, toMailItem } from '../../listings/present-listing.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { greet, type MailedUser } from '../../students/account-mails.ts'
import { hasToConfirm } from '../../students/confirmation/confirmation.ts'
import { lockUserShared } from '../../students/user-queries.ts'

/**
 * Asks the seller whether a listing that was reported as gone is still there. Call it in the transaction that stores
 * the question, and wake the job runner after the commit. Renewing by the link answers the question, like any other
 * change by the seller.
 */
export async function askIfStillThere(
  tx: Db,
  { appUrl }: { appUrl: string },
  key: ListingKey,
  now: number,
): Promise<void> {
  const row = await findListing(tx, key)
  const seller = row && (await lockUserShared(tx, row.seller_id))
  if (!seller) return
  const listing = presentListing(row, now)
  // A listing that ends on a date of its own cannot be renewed.
  const token = laterEnd(listing, now) === undefined ? undefined : generateRenewToken()
  if (token) await saveRenewLink(tx, token, listing)
  const answerBy = now + goneAnswerDays * dayMs
  const mail = buildStillThereMail(seller, { listing, token, answerBy, appUrl })
  await enqueueMail(
    tx,
    mail,
    { studentId: seller.id, expiresAt: answerBy, listingIds: [key.id] },
    now,
  )
}

interface GoneQuestion {
  listing: Listing
  /** The token of the link that renews the listing, or undefined if a renewal would not move its end. */
  token: string | undefined
  /** The listing expires if the seller has not answered by this time. */
  answerBy: number
  appUrl: string
}

export function buildStillThereMail(seller: MailedUser, question: GoneQuestion): Mail {
  const { listing, token, answerBy, appUrl } = question
  const dashboard = { label: 'Open your dashboard', url: appUrl + pagePaths.dashboard }
  const item = {
    text: 'Reported as already gone',
    ...(token && { link: { label: "It's still there", url: appUrl + pagePaths.renew(token) } }),
  }
  const subject = `Is your ${campus.brand} listing still there?`
  return renderMail('ask-if-gone', seller, subject, {
    preheader: "Students told us it's gone.",
    heading: subject,
    greeting: greet(seller),
    paragraphs: [
      'Several students told us this listing is already gone.',
      token
        ? "Still there? The button leads to a page that renews it. You don't have to log in."
        : 'Still there? Edit it, or mark it as pending, on your dashboard.',
      `Gone? Mark it on your dashboard. If we don't hear from you by ${formatDate(answerBy)}, we'll stop showing it.`,
    ],
    sections: [
      {
        heading: 'Your listing',
        items: [
          // The title is left out, because a stranger may have signed up with the address and written it.
          hasToConfirm(seller)
            ? { title: 'Your listing', ...item }
            : toMailItem(listing, { ...item, appUrl }),
        ],
      },
    ],
    button: token ? { ...dashboard, isSecondary: true } : dashboard,
    note: 'To answer, renew it, edit it, or mark it as pending or gone.',
  })
}
