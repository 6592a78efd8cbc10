import type { AnyCategory } from '#categories/index.ts'
import { sellerContact, sellerName } from '#contract/display.ts'
import type { Listing } from '#contract/listings.ts'
import { readSeller } from '#contract/loose-answers.ts'
import { pagePaths } from '#contract/paths.ts'
import { useSession } from '../../accounts/session.ts'
import { Link } from '../../navigation/link.tsx'
import { useLocation } from '../../navigation/router.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { shownTitle } from '../listing-words.ts'
import { mailLink } from './mail-link.ts'

/** Who sells it, and how to reach them: the answer holds the address only for whom it is meant. */
export function ContactSeller({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const { user } = useSession()
  const { pathname } = useLocation()
  const seller = readSeller(listing.seller)
  const name = sellerName(seller)
  const subject = `${category.messages.inquiry}: ${shownTitle(category, listing)}`
  return (
    <section aria-labelledby="contact" className="grid gap-4">
      <h2 id="contact" className="title-4">
        Contact Seller
      </h2>
      <div className="flex min-w-0 items-center gap-4">
        <Avatar name={name} />
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <strong className="block font-semibold">{name}</strong>
          <span className="text-ink-2">{sellerContact(seller)}</span>
        </p>
      </div>
      {seller.email && (
        <LinkButton href={mailLink(seller.email, subject)} wide className="print:hidden">
          <Icon name="mail" size={18} />
          Email Seller
        </LinkButton>
      )}
      {listing.seller.email === undefined && !user && (
        <LinkButton as={Link} to={pagePaths.login(pathname)} wide className="print:hidden">
          Sign in to contact the seller
        </LinkButton>
      )}
    </section>
  )
}
