import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { SellerCard } from '../listings/detail/seller-card.tsx'
import { addressPlaceholder } from './address-placeholder.ts'
import { ContactActions } from './contact-actions.tsx'
import { useContact } from './use-contact.ts'

/** For those who may ask for it. */
export function SellerContact(props: { category: AnyCategory; listing: Listing }) {
  const contact = useContact(props.category, props.listing)
  return (
    <>
      <SellerCard
        seller={props.listing.seller}
        email={contact.data?.email}
        placeholder={addressPlaceholder(contact)}
      />
      <ContactActions {...props} />
    </>
  )
}
