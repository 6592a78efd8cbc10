import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { SiteNotFound } from '../../navigation/site-not-found.tsx'
import { useApi } from '../../queries/api.ts'
import { classNames } from '../../ui/class-names.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import { Skeleton } from '../../ui/content/skeleton.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { ErrorIllustration } from '../../ui/illustrations/error.tsx'
import { ModerationNotice } from '../dashboard/moderation-notice.tsx'
import { ownListingsQuery } from '../dashboard/own-listings-query.ts'
import { isGone, listingQuery, loadErrorMessage } from '../listing-queries.ts'
import type { FormTarget } from './draft.ts'
import { ListingForm } from './listing-form.tsx'

const notOwnerMessage = 'You can only edit your own listings.'
const removedMessage = 'This listing was removed.'

/** Loads the listing, then shows the form to its owner. */
export function EditListing({ target, id }: { target: FormTarget; id: string }) {
  const { category, studentId } = target
  const api = useApi()
  const query = useQuery(listingQuery(api, { category: category.id, id }))
  const { data: listing, error, isFetching, refetch } = query
  const own = useQuery(ownListingsQuery(api, category, studentId))
  const ownListing = own.data?.find((other) => String(other.id) === id)
  // Stale data is refetched before the form opens. Later refetches do not change the form.
  const isLoaded = !isFetching && !own.isFetching
  const [isReady, setReady] = useState(isLoaded)
  if (isLoaded && !isReady) setReady(true)

  if (listing && isGone(listing)) return <CannotEdit message={listing.gone} />
  if (listing && listing.seller.id !== studentId) return <CannotEdit message={notOwnerMessage} />
  if (listing && isReady) {
    const notice = ownListing && <ModerationNotice listing={ownListing} className="mb-5 lg:mb-8" />
    if (listing.status === 'removed') return notice ?? <CannotEdit message={removedMessage} />
    return (
      <>
        {notice}
        {/* The list of the owner has the household facts. A page that all students share may have cached the listing without. */}
        <ListingForm target={target} listing={ownListing ?? listing} />
      </>
    )
  }
  if (listing === null) return <CannotEdit message={category.messages.notFound} />
  if (!error || isFetching) {
    return <FormSkeleton only={category.photos === 'none' ? 'fields' : undefined} />
  }
  return (
    <EmptyState
      illustration={<ErrorIllustration />}
      title={loadErrorMessage(category, error)}
      action={<Button onClick={() => refetch()}>Try again</Button>}
    />
  )
}

function CannotEdit({ message }: { message: string }) {
  return (
    <EmptyState
      illustration={<SiteNotFound />}
      title={message}
      action={
        <LinkButton as={Link} to={pagePaths.dashboard}>
          Go to your dashboard
        </LinkButton>
      }
    />
  )
}

/** Enough fields to keep the footer below most screens, so that nobody sees it move when the form loads. */
const fields = ['title', 'kind', 'place', 'price', 'day', 'condition', 'category', 'description']

/** The shape of a form. `only` is the part of a form without the other. */
export function FormSkeleton({ only }: { only?: 'photos' | 'fields' | undefined }) {
  return (
    <div
      role="status"
      data-eager-script
      className={classNames(
        'grid grid-cols-1 items-start gap-5',
        !only && 'lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-8',
      )}
    >
      <span className="sr-only">Loading…</span>
      <noscript className="lg:col-span-2">
        <Callout>This form needs JavaScript. Turn it on to continue.</Callout>
      </noscript>
      {only !== 'fields' && (
        <div data-needs-script className="panel">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="mt-4 h-52 rounded-card" />
        </div>
      )}
      {only !== 'photos' && (
        <div data-needs-script className="panel grid gap-10">
          {fields.map((field) => (
            <div key={field} className="grid gap-2">
              <Skeleton className="h-5 w-32" />
              <Skeleton className="h-12 rounded-control" />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
