import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useLocation, useParams } from 'react-router'
import { brand } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { isListed } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { addressPlaceholder } from '../contact/address-placeholder.ts'
import { ContactActions } from '../contact/contact-actions.tsx'
import { useCanAsk } from '../contact/use-can-ask.ts'
import { useContact } from '../contact/use-contact.ts'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { contactWords } from '../listings/contact-words.ts'
import { ListingGone } from '../listings/detail/listing-gone.tsx'
import { ListingSignals } from '../listings/detail/listing-signals.tsx'
import { ListingUnavailable } from '../listings/detail/listing-unavailable.tsx'
import { SafetyBox } from '../listings/detail/safety-box.tsx'
import { SellerCard } from '../listings/detail/seller-card.tsx'
import { statusMessage } from '../listings/detail/status-message.ts'
import { displayTitle } from '../listings/listing-display.ts'
import { isGone, listingQuery, loadErrorMessage } from '../listings/listing-queries.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { hasStatus, useApi } from '../queries/api.ts'
import { requestConfirmationToContact } from '../session/confirmation/confirmation-request.ts'
import { RedirectToLogin } from '../session/redirect-to-login.tsx'
import { Breadcrumb } from '../ui/content/breadcrumb.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'

export { loadContact as loader } from './contact.loader.ts'

/** How to reach the seller on a page of its own, for browsers without JavaScript. Rendered for one person. */
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

interface ListingProps {
  category: AnyCategory
  listing: Listing
}

function ContactOf(props: ListingProps) {
  const { category, listing } = props
  const { pathname } = useLocation()
  const { data, error, kind } = useContact(category, listing)
  if (!useCanAsk(listing.seller)) return <RedirectToLogin path={pathname} />
  if (data || kind === 'confirm') return <ContactPanel {...props} />
  return error ? <Failed category={category} id={String(listing.id)} error={error} /> : <Loading />
}

function ContactPanel({ category, listing }: ListingProps) {
  const { data, error, kind } = useContact(category, listing)
  const { heading, person } = contactWords(category, listing)
  useHead({ ...head, title: `${heading} · ${brand}` })
  return (
    <div className="page-width pt-6 lg:pt-8">
      <Breadcrumb current={heading}>
        <Link to={pagePaths.listing(category.id, listing.id)} className="link">
          <span dir="auto" className="line-clamp-1">
            {displayTitle(category, listing)}
          </span>
        </Link>
      </Breadcrumb>
      <h1 className="title-1 mt-3 mb-6">{heading}</h1>
      <div className="panel grid max-w-xl gap-5">
        <ListingSignals category={category} listing={listing} />
        <SellerCard
          seller={listing.seller}
          email={data?.email}
          placeholder={addressPlaceholder({ data, error })}
        />
        {kind === 'confirm' ? (
          <ConfirmFirst person={person} />
        ) : (
          <ContactActions category={category} listing={listing} isContactPage />
        )}
        {data?.messages && <noscript>Turn on JavaScript to send a message here.</noscript>}
        <SafetyBox category={category} listing={listing} />
      </div>
    </div>
  )
}

/** The code field opens in place; without JavaScript, the way to it. */
function ConfirmFirst({ person }: { person: string }) {
  const handleClick = (event: MouseEvent) => {
    event.preventDefault()
    requestConfirmationToContact()
  }
  return (
    <>
      <p>
        {`Confirm your email to contact ${person}. We'll email you a code.`}
        <noscript> Enter it on your dashboard, with JavaScript on.</noscript>
      </p>
      <LinkButton href={pagePaths.dashboard} onClick={handleClick} fullWidth>
        Confirm your email
      </LinkButton>
    </>
  )
}

function Failed({ category, id, error }: { category: AnyCategory; id: string; error: Error }) {
  const { pathname } = useLocation()
  if (hasStatus(error, 401)) return <RedirectToLogin path={pathname} />
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
  description: 'How to reach the student who posted this listing.',
}
