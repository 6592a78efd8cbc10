import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { useSession } from '../../accounts/session.tsx'
import { isUnconfirmed, useApi } from '../../api.ts'
import { Link } from '../../link.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { contactQuery } from '../listing-queries.ts'
import { addressPlaceholder } from './address-placeholder.ts'
import { EmailSeller } from './email-seller.tsx'
import { NoAddress } from './no-address.tsx'
import { SellerCard } from './seller-card.tsx'

interface ContactSellerProps {
  category: AnyCategory
  listing: Listing
}

/** The seller's name for everyone; the address for those who may see it. */
export function ContactSeller(props: ContactSellerProps) {
  const { isLoggedIn } = useSession()
  const { seller } = props.listing
  // No page holds the address; null says that visitors may ask for it, too.
  const canContact = isLoggedIn || seller.email !== undefined
  return (
    <section aria-labelledby="contact" className="grid gap-4">
      <h2 id="contact" className="title-4">
        Contact Seller
      </h2>
      {canContact ? <SellerAddress {...props} /> : <LogInToContact {...props} />}
    </section>
  )
}

function SellerAddress({ category, listing }: ContactSellerProps) {
  const { data, error } = useQuery(contactQuery(useApi(), category, listing.id))
  return (
    <>
      <SellerCard
        seller={listing.seller}
        email={data?.email}
        placeholder={addressPlaceholder({ data, error })}
      />
      {data?.message ? (
        <NoAddress contact={data} seller={listing.seller} />
      ) : (
        <EmailSeller
          category={category}
          listing={listing}
          email={data?.email}
          isUnconfirmed={isUnconfirmed(error)}
        />
      )}
    </>
  )
}

function LogInToContact({ listing }: ContactSellerProps) {
  const { pathname } = useLocation()
  return (
    <>
      <SellerCard seller={listing.seller} email={null} />
      <LinkButton as={Link} to={pagePaths.login(pathname)} fullWidth className="print:hidden">
        Log in to contact the seller
      </LinkButton>
    </>
  )
}
