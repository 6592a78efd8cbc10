import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { ContactActions } from '../contact/contact-actions.tsx'
import { addressPlaceholder, SellerCard } from '../contact/seller-card.tsx'
import { useContact, useMayAskForContact } from '../contact/use-contact.ts'
import { ListingSignals, SafetyBox, statusMessage } from '../listings/detail/listing-notices.tsx'
import { ListingGone, ListingUnavailable } from '../listings/detail/listing-unavailable.tsx'
import { contactWords, displayTitle } from '../listings/listing-display.ts'
import {
  contactQuery,
  isGone,
  listingQuery,
  loadErrorMessage,
  similarQuery,
} from '../listings/listing-queries.ts'
import { categoryFromUrl } from '../listings/listing-urls.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { hasStatus, useApi } from '../queries/api.ts'
import { getLoaderContext, requestedPath, statusData, waitForData } from '../queries/loaders.ts'
import { ConfirmFirst } from '../session/confirmation/confirm-first.tsx'
import {
  AwaitPage,
  loadFailure,
  RedirectToLogin,
  redirectFrom,
} from '../session/login-redirects.tsx'
import { sessionQuery } from '../session/session.tsx'
import { Breadcrumb } from '../ui/content/breadcrumb.tsx'
import { Spinner } from '../ui/content/spinner.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { id = '' } = args.params
  const url = requestedPath(args)
  const category = categoryFromUrl(url).id
  try {
    const listing = await waitForData(
      queryClient.ensureQueryData(listingQuery(api, { category, id })),
    )
    if (listing === null) return statusData(404)
    if (listing && (isGone(listing) || !isListed(listing.status))) {
      await waitForData(queryClient.prefetchQuery(similarQuery(api, { category, id })))
      return statusData(410)
    }
    const user = await queryClient.ensureQueryData(sessionQuery(api))
    if (listing && listing.seller.id === user?.id) {
      return redirectFrom(args, pagePaths.listing(category, id))
    }
    await waitForData(queryClient.ensureQueryData(contactQuery(api, { category, id })))
    return null
  } catch (error) {
    return loadFailure(args, error)
  }
}

/** How to reach the seller, on a page for browsers without JavaScript. The server renders it for one person. */
export function Component() {
  const { id = '' } = useParams()
  const category = categoryFromUrl(useLocation().pathname)
  return (
    <AwaitPage
      query={listingQuery(useApi(), { category: category.id, id })}
      loading={<Loading />}
      failed={({ error }) => <Failed category={category} id={id} error={error} />}
    >
      {(listing) => {
        if (listing === null) {
          return <ListingUnavailable category={category} message={category.messages.notFound} />
        }
        if (isGone(listing)) {
          return <ListingGone category={category} id={id} {...listing} />
        }
        if (!isListed(listing.status)) {
          const message = statusMessage(listing) ?? ''
          return <ListingGone category={category} id={id} gone={message} />
        }
        return <ContactOf listing={listing} />
      }}
    </AwaitPage>
  )
}

interface ListingProps {
  listing: Listing
}

function ContactOf(props: ListingProps) {
  const { listing } = props
  const { data, error, kind } = useContact(listing)
  if (!useMayAskForContact(listing.seller)) return <RedirectToLogin hasSessionEnded />
  if (data || kind === 'confirm') return <ContactPanel {...props} />
  if (!error) return <Loading />
  return <Failed category={categoryOf(listing)} id={String(listing.id)} error={error} />
}

function ContactPanel({ listing }: ListingProps) {
  const { data, error, kind } = useContact(listing)
  const { heading, person } = contactWords(listing)
  useHead({ title: `${heading} · ${campus.brand}`, description })
  return (
    <div className="page-width max-w-[40rem] pt-6 lg:pt-8">
      <Breadcrumb current={heading}>
        <Link to={pagePaths.listing(listing.category, listing.id)} className="link">
          <span dir="auto" className="block truncate">
            {displayTitle(listing)}
          </span>
        </Link>
      </Breadcrumb>
      <h1 className="title-1 mt-3 mb-6">{heading}</h1>
      <div className="panel grid gap-5">
        <ListingSignals listing={listing} />
        <SellerCard
          seller={listing.seller}
          email={data?.email}
          placeholder={data?.email ? undefined : addressPlaceholder({ data, error })}
        />
        {kind === 'confirm' ? (
          <ConfirmFirst
            to={`contact ${person}`}
            next="Then you can contact this student."
            fullWidth
          />
        ) : (
          <ContactActions listing={listing} isContactPage />
        )}
        {data?.messages && <noscript>Turn on JavaScript to send a message here.</noscript>}
        <SafetyBox listing={listing} />
      </div>
    </div>
  )
}

function Failed({ category, id, error }: { category: AnyCategory; id: string; error: Error }) {
  if (hasStatus(error, 401)) return <RedirectToLogin hasSessionEnded />
  // The listing ended after the page had loaded it.
  if (hasStatus(error, 410)) {
    return <ListingGone category={category} id={id} gone={error.message} />
  }
  return <ListingUnavailable category={category} message={loadErrorMessage(category, error)} />
}

function Loading() {
  useHead({ title: `Contact Seller · ${campus.brand}`, description })
  return <Spinner label="Loading…" />
}

const description = 'How to reach the student who posted this listing.'
