import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import { formatSellerName } from '#contract/format.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { useSession } from '../../accounts/session.ts'
import { useApi } from '../../api.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { contactQuery } from '../listing-queries.ts'
import { EmailSeller } from './email-seller.tsx'
import { SellerCard } from './seller-card.tsx'

/** The seller's name for everyone; the address for those who may see it. */
export function ContactSeller({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const { isLoggedIn } = useSession()
  const { pathname } = useLocation()
  const { seller } = listing
  const canContact = isLoggedIn || seller.email !== undefined
  const { data: contact, isPending } = useQuery({
    ...contactQuery(useApi(), category, listing.id),
    enabled: canContact,
  })
  return (
    <section aria-labelledby="contact" className="grid gap-4">
      <h2 id="contact" className="title-4">
        Contact Seller
      </h2>
      <SellerCard
        name={formatSellerName(seller)}
        email={contact?.email}
        isLoading={canContact && isPending}
      />
      {canContact ? (
        <EmailSeller category={category} listing={listing} email={contact?.email} />
      ) : (
        <LinkButton as={Link} to={pagePaths.login(pathname)} fullWidth className="print:hidden">
          Sign in to contact the seller
        </LinkButton>
      )}
    </section>
  )
}
