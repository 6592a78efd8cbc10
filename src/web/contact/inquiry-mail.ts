import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { wantedLabel } from '#contract/wire-functions.ts'
import { displayTitle } from '../listings/listing-display.ts'
import type { MailText } from '../ui/mailto-url.ts'

/** The mail that a student writes to a seller, to begin with. `url` is that of the listing. */
export function inquiryMail(category: AnyCategory, listing: Listing, url: string): MailText {
  const title = displayTitle(category, listing)
  const [firstName = ''] = listing.seller.name.split(' ')
  const question = wantedLabel(category, listing)
    ? `are you still looking for ${title}?`
    : `is ${title} still available?`
  return {
    subject: `${category.messages.inquirySubject}: ${title}`,
    body: `Hi ${firstName}, ${question}\n\n${url}`,
  }
}
