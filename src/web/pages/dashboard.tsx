import { useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { campus } from '#campus/campus.ts'
import { type AnyCategory, categories } from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import type { OwnListing } from '#contract/listing.ts'
import { canRenew } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { PostingNotice } from '../account/posting-notice.tsx'
import { ownListingsQuery, useAllOwnListings } from '../listings/dashboard/own-listings-query.ts'
import {
  CountCard,
  OwnListingsSection,
  useScrollToSavedCard,
} from '../listings/dashboard/own-listings-section.tsx'
import { PostedCard } from '../listings/dashboard/posted-card.tsx'
import { Welcome } from '../listings/dashboard/welcome.tsx'
import type { SavedCard } from '../listings/listing-urls.ts'
import { MovingOutOffer } from '../listings/moving-out/moving-out-offer.tsx'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { getLoaderContext, waitForData } from '../queries/loaders.ts'
import { ConfirmEmailPanel } from '../session/confirmation/confirm-email-form.tsx'
import { postingRefusal } from '../session/posting-refusal.ts'
import { sessionQuery, useSession } from '../session/session.tsx'
import { Callout } from '../ui/content/callout.tsx'
import { EmptyState } from '../ui/content/empty-state.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'
import { LoggedOutIllustration } from '../ui/illustrations/logged-out.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const user = await queryClient.ensureQueryData(sessionQuery(api))
  if (!user) return null
  // A failure appears in its own section, which offers to try again.
  await waitForData(
    Promise.allSettled(
      categories.map((category) =>
        queryClient.ensureQueryData(ownListingsQuery(api, category, user.id)),
      ),
    ),
  )
  return null
}

export function Component() {
  useHead({ title: `Dashboard · ${campus.brand}`, description: 'Your own listings.' })
  const { user, isPending } = useSession()
  if (isPending) return <Spinner label="Loading…" />
  return user ? <Dashboard user={user} /> : <NotLoggedIn />
}

function Dashboard({ user }: { user: SessionUser }) {
  const isPosted = (useLocation().state as SavedCard | null)?.isPosted
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = () => heading.current?.focus()
  const { listings, isLoaded } = useAllOwnListings(user)
  const mayPost = !postingRefusal(user)
  const isEmpty = isLoaded && listings.length === 0
  const sections = useSectionOrder(listings, isLoaded)
  useScrollToSavedCard(isLoaded)
  return (
    <div data-eager-script className="page-width pt-8 lg:pt-12">
      <h1
        ref={heading}
        tabIndex={-1}
        // The card of a listing that was just posted comes first.
        data-route-focus={!isPosted || undefined}
        className="title-1 overflow-clip leading-[1.2] outline-none [overflow-wrap:anywhere]"
      >
        Hi, <bdi>{user.firstName}</bdi>
      </h1>
      <p className="mt-2 mb-6 text-ink-2 text-lg">
        {!isEmpty && 'These are your listings. '}Your name, login and settings are on{' '}
        <Link to={pagePaths.account} className="link">
          your account page
        </Link>
        .
      </p>
      <PostedCard listings={listings} />
      <PostingNotice className="mb-6" />
      {mayPost && <MovingOutOffer className="mb-6" />}
      {guide()}
      <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-2.5 sm:gap-4 md:grid-cols-4">
        {sections.map((category) => (
          <CountCard key={category.id} category={category} studentId={user.id} />
        ))}
      </div>
      {mayPost && listings.some(({ status }) => canRenew(status)) && (
        <p className="mt-4 text-ink-2 text-sm">
          Renew to extend a listing. Once a week, it also goes back to the top.
        </p>
      )}
      {listings.length > 0 && (
        <noscript>
          <div className="mt-4">
            <Callout>Turn on JavaScript to mark, renew, share or delete a listing.</Callout>
          </div>
        </noscript>
      )}
      {sections.map((category) => (
        <OwnListingsSection key={category.id} category={category} studentId={user.id} />
      ))}
    </div>
  )

  /** Returns the first thing to do: confirm the email, or post the first listing. */
  function guide() {
    const mustConfirm = user.confirmation === 'required'
    if (listings.length === 0 && mayPost && (mustConfirm || isEmpty)) {
      return <Welcome user={user} onConfirmed={focusHeading} />
    }
    return (
      mustConfirm && (
        <ConfirmEmailPanel user={user} onConfirmed={focusHeading}>
          Then you can post listings and contact sellers.
        </ConfirmEmailPanel>
      )
    )
  }
}

/**
 * The categories, first those with listings. The order stays until the page is opened again, so that nothing moves when
 * somebody deletes their last listing of a category.
 */
function useSectionOrder(listings: readonly OwnListing[], isLoaded: boolean) {
  const [kept, setKept] = useState<readonly AnyCategory[]>()
  const [filled, empty] = [true, false].map((isFilled) =>
    categories.filter(({ id }) => listings.some(({ category }) => category === id) === isFilled),
  )
  const sections = kept ?? [...(filled ?? []), ...(empty ?? [])]
  if (isLoaded && !kept) setKept(sections)
  return sections
}

function NotLoggedIn() {
  return (
    <div className="page-width py-18">
      <EmptyState
        illustration={<LoggedOutIllustration />}
        title="You are not currently logged in."
        titleAs="h1"
        action={
          <>
            <LinkButton as={Link} to={pagePaths.login(pagePaths.dashboard)}>
              Log in
            </LinkButton>
            <LinkButton as={Link} to={pagePaths.register} variant="secondary">
              Sign up
            </LinkButton>
          </>
        }
      >
        Log in to see and manage your listings.
      </EmptyState>
    </div>
  )
}
