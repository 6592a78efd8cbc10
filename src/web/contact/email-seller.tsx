import type { AnyCategory } from '#categories/index.ts'
import type { Contact, Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { contactWords } from '../listings/contact-words.ts'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { buildMailtoUrl } from '../ui/mailto-url.ts'
import { inquiryMail } from './inquiry-mail.ts'

/** A mail program with the first words; until the address is known, the page that shows it. */
export function emailSellerHref(category: AnyCategory, listing: Listing, contact?: Contact) {
  if (!contact?.email) return pagePaths.contact(category.id, listing.id)
  return buildMailtoUrl(contact.email, inquiryMail(category, listing, contact.url))
}

/** Beside messages. */
export function EmailSeller(props: {
  category: AnyCategory
  listing: Listing
  contact: Contact | undefined
}) {
  return (
    <LinkButton
      href={emailSellerHref(props.category, props.listing, props.contact)}
      variant="secondary"
      size="small"
      className="flex-1 max-sm:px-3"
    >
      {contactWords(props.category, props.listing).email}
    </LinkButton>
  )
}
