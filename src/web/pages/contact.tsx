import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from 'react-router'
import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { formatSellerName } from '#contract/format.ts'
import { isListed } from '#contract/listing-status.ts'
import type { Contact, Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { hasStatus, useApi } from '../api.ts'
import { useHead } from '../head.ts'
import { Link } from '../link.tsx'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { EmailSeller } from '../listings/detail/email-seller.tsx'
import { ListingGone } from '../listings/detail/listing-gone.tsx'
import { ListingUnavailable } from '../listings/detail/listing-unavailable.tsx'
import { SafetyBox } from '../listings/detail/safety-box.tsx'
import { SellerCard } from '../listings/detail/seller-card.tsx'
import { statusMessage } from '../listings/detail/status-message.ts'
import { displayTitle } from '../listings/listing-display.ts'
import {
  contactQuery,
  isGone,
  listingQuery,
  loadErrorMessage,
} from '../listings/listing-queries.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** The seller's address on a page of its own, for browsers without JavaScript. Rendered for one person. */
export function Component() {
  const { pathname } = useLocation()
  const { id = '' } = useParams()
  const category = categoryFromUrl(pathname)
  const { data: listing, error } = useQuery(listingQuery(useApi(), category, id))
  // With data, the error is that of a refetch in the background.
  if (listing === undefined && error) return <Failed category={category} id={id} error={error} />
  if (listing === undefined) return <Loading />
  if (listing === null) {
    return <ListingUnavailable category={category} message={category.messages.notFound} />
  }
  if (isGone(listing)) return <ListingGone category={category} id={id} message={listing.gone} />
  if (!isListed(listing.status)) {
    const message = statusMessage(category, listing) ?? ''
    return <ListingGone category={category} id={id} message={message} />
  }
  return <ContactOf category={category} listing={listing} />
}

function ContactOf({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const { data, error } = useQuery(contactQuery(useApi(), category, listing.id))
  if (data) return <ContactPanel category={category} listing={listing} contact={data} />
  return error ? <Failed category={category} id={String(listing.id)} error={error} /> : <Loading />
}

function Failed({ category, id, error }: { category: AnyCategory; id: string; error: Error }) {
  const { pathname } = useLocation()
  if (hasStatus(error, 401)) return <Navigate to={pagePaths.login(pathname)} replace />
  // The listing was still there a moment ago.
  if (hasStatus(error, 410)) {
    return <ListingGone category={category} id={id} message={error.message} />
  }
  return <ListingUnavailable category={category} message={loadErrorMessage(category, error)} />
}

function Loading() {
  useHead(head)
  return <Spinner label="Loading…" />
}

const head = {
  title: `Contact Seller · ${brand}`,
  description: 'How to reach the seller of this listing.',
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
  useHead(head)
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
