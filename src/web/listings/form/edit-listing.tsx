import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { useApi } from '../../api.ts'
import { Link } from '../../link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorIllustration } from '../../ui/illustrations/error.tsx'
import { NotFoundIllustration } from '../../ui/illustrations/not-found.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { isGone, listingQuery, loadErrorMessage } from '../listing-queries.ts'
import type { FormTarget } from './draft.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { ListingForm } from './listing-form.tsx'

const notOwnerMessage = 'You can only edit your own listings.'

/** Loads the listing, then shows the form to its owner. */
export function EditListing({ target, id }: { target: FormTarget; id: string }) {
  const { category, userId } = target
  const query = useQuery(listingQuery(useApi(), category, id))
  const { data: listing, error, isFetching, refetch } = query
  // Stale data is refetched before the form opens; later refetches do not touch the form.
  const [isReady, setReady] = useState(!isFetching)
  if (!isFetching && !isReady) setReady(true)

  if (listing && isGone(listing)) return <CannotEdit message={listing.gone} />
  if (listing && listing.seller.id !== userId) return <CannotEdit message={notOwnerMessage} />
  if (listing && isReady) return <ListingForm target={target} listing={listing} />
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
