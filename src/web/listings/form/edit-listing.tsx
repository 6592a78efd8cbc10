import { useState } from 'react'
import { pagePaths } from '#contract/paths.ts'
import { ApiError, useApi } from '../../api.ts'
import { Link } from '../../navigation/link.tsx'
import { useQuery } from '../../queries/use-query.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorDrawing } from '../../ui/drawings/error.tsx'
import { NotFoundDrawing } from '../../ui/drawings/not-found.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { listingQuery } from '../queries.ts'
import type { DraftPlace } from './draft.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { ListingForm } from './listing-form.tsx'

export const notYours = 'You can only edit your own listings.'

/** Loads the listing first; what is not there or not theirs cannot be edited. */
export function EditListing({ place, id }: { place: DraftPlace; id: string }) {
  const { category, userId } = place
  const { messages } = category
  const query = useQuery(listingQuery(useApi(), category, id, { id: userId }))
  const { data: listing, error, isFetching, refetch } = query
  // What is older than a moment is fetched anew before it is edited; from then on the form has its own.
  const [isOpen, setOpen] = useState(!isFetching)
  if (!isFetching && !isOpen) setOpen(true)

  if (listing && listing.seller.id !== userId) return <Refusal sentence={notYours} />
  if (listing && isOpen) return <ListingForm place={place} listing={listing} />
  if (listing === null) return <Refusal sentence={messages.notFound} />
  if (!error || isFetching) return <FormSkeleton />
  return (
    <EmptyState
      drawing={<ErrorDrawing />}
      title={error instanceof ApiError ? messages.loadFailed : messages.fetchFailed}
      action={<Button onClick={() => refetch()}>Try again</Button>}
    />
  )
}

function Refusal({ sentence }: { sentence: string }) {
  return (
    <EmptyState
      drawing={<NotFoundDrawing />}
      title={sentence}
      action={
        <LinkButton as={Link} to={pagePaths.dashboard}>
          Go to your dashboard
        </LinkButton>
      }
    />
  )
}
