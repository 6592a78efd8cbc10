import { categoryOf, type Listing } from '#contract/listing.ts'
import { wantedLabel } from '#contract/listing-fields.ts'
import type { Contact } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { contactWords, displayTitle } from '../listings/listing-display.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { buildMailtoUrl, type MailText } from '../ui/mailto-url.ts'

/** A mailto link with the first words of an email or, until the address is known, a link to the page that shows it. */
export function emailSellerHref(listing: Listing, contact?: Contact) {
  if (!contact?.email) return pagePaths.contact(listing.category, listing.id)
  return buildMailtoUrl(contact.email, inquiryMail(listing, contact.url))
}

/** Emails the seller, as the second choice beside messages. */
export function EmailSeller(props: { listing: Listing; contact: Contact | undefined }) {
  return (
    <LinkButton
      href={emailSellerHref(props.listing, props.contact)}
      variant="secondary"
      size="small"
      className="flex-1 max-sm:px-3"
    >
      {contactWords(props.listing).email}
    </LinkButton>
  )
}

/** The text that an email to the seller starts with. `url` is the URL of the listing. */
export function inquiryMail(listing: Listing, url: string): MailText {
  const title = displayTitle(listing)
  const [firstName = ''] = listing.seller.name.split(' ')
  const question = () => {
    // The title of a housing request says who looks, not for what.
    if (categoryOf(listing).seeks) return `I saw “${title}”. Are you still looking?`
    return wantedLabel(listing)
      ? `are you still looking for ${title}?`
      : `is ${title} still available?`
  }
  return {
    subject: `${categoryOf(listing).messages.inquirySubject}: ${title}`,
    body: `Hi ${firstName}, ${question()}\n\n${url}`,
  }
}
