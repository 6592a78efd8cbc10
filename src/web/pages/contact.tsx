import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { isListed } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { requestConfirmationOnClick } from '../accounts/confirmation-request.ts'
import { hasStatus, isUnconfirmed, useApi } from '../api.ts'
import { useHead } from '../head.ts'
import { Link } from '../link.tsx'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { addressPlaceholder } from '../listings/detail/address-placeholder.ts'
import { EmailSeller } from '../listings/detail/email-seller.tsx'
import { ListingGone } from '../listings/detail/listing-gone.tsx'
import { ListingUnavailable } from '../listings/detail/listing-unavailable.tsx'
import { NoAddress } from '../listings/detail/no-address.tsx'
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
import { LinkButton } from '../ui/link-button.tsx'
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
  const panel = { category, listing, placeholder: addressPlaceholder({ data, error }) }
  if (data) {
    return (
      <ContactPanel {...panel} email={data.email}>
        {data.message ? (
          <NoAddress contact={data} seller={listing.seller} />
        ) : (
          <EmailSeller category={category} listing={listing} email={data.email} />
        )}
      </ContactPanel>
    )
  }
  if (isUnconfirmed(error)) {
    return (
      <ContactPanel {...panel} email={null}>
        <ConfirmFirst />
      </ContactPanel>
    )
  }
  return error ? <Failed category={category} id={String(listing.id)} error={error} /> : <Loading />
}

/** The code field opens in place; without JavaScript, the way to it. */
function ConfirmFirst() {
  return (
    <>
      <p>
        Confirm your email to see the address of the seller: we mail you a code to type in.
        <noscript>
          {' '}
          The field for it is on your dashboard. Please turn on JavaScript there.
        </noscript>
      </p>
      <LinkButton href={pagePaths.dashboard} onClick={requestConfirmationOnClick} fullWidth>
        Confirm your email
      </LinkButton>
    </>
  )
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
  email,
  placeholder,
  children,
}: {
  category: AnyCategory
  listing: Listing
  email: string | null
  placeholder: string
  /** How to reach the seller, or why not. */
  children: ReactNode
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
        <SellerCard seller={listing.seller} email={email} placeholder={placeholder} />
        {children}
        <SafetyBox category={category} />
      </div>
    </div>
  )
}
