import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from 'react-router'
import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { formatSellerName } from '#contract/format.ts'
import type { Contact, Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { hasStatus, useApi } from '../api.ts'
import { useHead } from '../head.ts'
import { Link } from '../link.tsx'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { EmailSeller } from '../listings/detail/email-seller.tsx'
import { ListingUnavailable } from '../listings/detail/listing-unavailable.tsx'
import { SafetyBox } from '../listings/detail/safety-box.tsx'
import { SellerCard } from '../listings/detail/seller-card.tsx'
import { displayTitle } from '../listings/listing-display.ts'
import { contactQuery, listingQuery, loadErrorMessage } from '../listings/listing-queries.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** The seller's address on a page of its own, for browsers without JavaScript. Rendered for one person. */
export function Component() {
  const { pathname } = useLocation()
  const { id = '' } = useParams()
  const category = categoryFromUrl(pathname)
  const api = useApi()
  const listing = useQuery(listingQuery(api, category, id))
  const contact = useQuery({ ...contactQuery(api, category, id), enabled: listing.data !== null })
  const error = listing.error ?? contact.error
  const title = `Contact Seller · ${brand}`
  useHead({ title, description: 'How to reach the seller of this listing.' })
  if (hasStatus(error, 401)) return <Navigate to={pagePaths.login(pathname)} replace />
  // With all data, the error is that of a refetch in the background.
  if (error && !(listing.data && contact.data)) {
    return <ListingUnavailable category={category} message={loadErrorMessage(category, error)} />
  }
  if (listing.data === null) {
    return <ListingUnavailable category={category} message={category.messages.notFound} />
  }
  if (!listing.data || !contact.data) return <Spinner label="Loading…" />
  return <ContactPanel category={category} listing={listing.data} contact={contact.data} />
}

function ContactPanel({
  category,
  listing,
  contact,
}: {
  category: AnyCategory
  listing: Listing
  contact: Contact
}) {
  return (
    <div className="page-width pt-6 lg:pt-8">
      <Breadcrumb current="Contact Seller">
        <Link to={pagePaths.listing(category.id, listing.id)} className="link">
          <span dir="auto" className="line-clamp-1">
            {displayTitle(category, listing)}
          </span>
        </Link>
      </Breadcrumb>
      <h1 className="title-1 mt-3 mb-6">Contact Seller</h1>
      <div className="panel grid max-w-xl gap-5">
        <SellerCard name={contact.name || formatSellerName(listing.seller)} email={contact.email} />
        {contact.email && (
          <EmailSeller category={category} listing={listing} email={contact.email} />
        )}
        <SafetyBox />
      </div>
    </div>
  )
}
