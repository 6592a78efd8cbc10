import type { AnyCategory } from '#categories/index.ts'
import { formatSellerContact, formatSellerName } from '#contract/format.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { useSession } from '../../accounts/session.ts'
import { Link } from '../../navigation/link.tsx'
import { useLocation } from '../../navigation/router.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { displayTitle } from '../listing-display.ts'
import { buildMailtoUrl } from './mailto-url.ts'

/** The API sends the seller's address only to users who may see it. */
export function ContactSeller({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const { user } = useSession()
  const { pathname } = useLocation()
  const { seller } = listing
  const name = formatSellerName(seller)
  const subject = `${category.messages.inquirySubject}: ${displayTitle(category, listing)}`
  return (
    <section aria-labelledby="contact" className="grid gap-4">
      <h2 id="contact" className="title-4">
        Contact Seller
      </h2>
      <div className="flex min-w-0 items-center gap-4">
        <Avatar name={name} />
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <strong className="block font-semibold">{name}</strong>
          <span className="text-ink-2">{formatSellerContact(seller)}</span>
        </p>
      </div>
      {seller.email && (
        <LinkButton href={buildMailtoUrl(seller.email, subject)} fullWidth className="print:hidden">
          <Icon name="mail" size={18} />
          Email Seller
        </LinkButton>
      )}
      {seller.email === undefined && !user && (
        <LinkButton as={Link} to={pagePaths.login(pathname)} fullWidth className="print:hidden">
          Sign in to contact the seller
        </LinkButton>
      )}
    </section>
  )
}
