import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { useApi } from '../../queries/api.ts'
import { EmptyState } from '../../ui/content/empty-state.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { ErrorIllustration } from '../../ui/illustrations/error.tsx'
import { NotFoundIllustration } from '../../ui/illustrations/not-found.tsx'
import { ModerationNotice } from '../dashboard/moderation-notice.tsx'
import { ownListingsQuery } from '../dashboard/own-listings-query.ts'
import { isGone, listingQuery, loadErrorMessage } from '../listing-queries.ts'
import type { FormTarget } from './draft.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { ListingForm } from './listing-form.tsx'

const notOwnerMessage = 'You can only edit your own listings.'
const removedMessage = 'This listing was removed.'

/** Loads the listing, then shows the form to its owner. */
export function EditListing({ target, id }: { target: FormTarget; id: string }) {
  const { category, userId } = target
  const api = useApi()
  const query = useQuery(listingQuery(api, category, id))
  const { data: listing, error, isFetching, refetch } = query
  const own = useQuery(ownListingsQuery(api, category, userId))
  const ownListing = own.data?.find((other) => String(other.id) === id)
  // Stale data is refetched before the form opens; later refetches do not touch the form.
  const isLoaded = !isFetching && !own.isFetching
  const [isReady, setReady] = useState(isLoaded)
  if (isLoaded && !isReady) setReady(true)

  if (listing && isGone(listing)) return <CannotEdit message={listing.gone} />
  if (listing && listing.seller.id !== userId) return <CannotEdit message={notOwnerMessage} />
  if (listing && isReady) {
    const notice = ownListing && <ModerationNotice listing={ownListing} className="mb-5 lg:mb-8" />
    if (listing.status === 'removed') return notice ?? <CannotEdit message={removedMessage} />
    return (
      <>
        {notice}
        <ListingForm target={target} listing={listing} />
      </>
    )
  }
  if (listing === null) return <CannotEdit message={category.messages.notFound} />
  if (!error || isFetching) return <FormSkeleton />
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
      illustration={<NotFoundIllustration />}
      title={message}
      action={
        <LinkButton as={Link} to={pagePaths.dashboard}>
          Go to your dashboard
        </LinkButton>
      }
    />
  )
}
