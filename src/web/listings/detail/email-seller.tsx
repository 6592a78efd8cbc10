import { MailIcon } from 'lucide-react'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { requestConfirmationOnClick } from '../../accounts/confirmation-request.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { displayTitle } from '../listing-display.ts'
import { buildMailtoUrl } from './mailto-url.ts'

/** Writes to the seller; until the address is known, and without JavaScript, it leads to the page that shows it. */
export function EmailSeller({
  category,
  listing,
  email,
  isUnconfirmed = false,
}: {
  category: AnyCategory
  listing: Listing
  email: string | null | undefined
  /** Opens the code field first. One link for both keeps the focus when the address arrives. */
  isUnconfirmed?: boolean
}) {
  const subject = `${category.messages.inquirySubject}: ${displayTitle(category, listing)}`
  const href = email ? buildMailtoUrl(email, subject) : pagePaths.contact(category.id, listing.id)
  return (
    <LinkButton
      href={href}
      fullWidth
      className="print:hidden"
      onClick={isUnconfirmed ? requestConfirmationOnClick : undefined}
    >
      {!isUnconfirmed && <MailIcon size={18} />}
      {isUnconfirmed ? 'Confirm your email first' : 'Email Seller'}
    </LinkButton>
  )
}
