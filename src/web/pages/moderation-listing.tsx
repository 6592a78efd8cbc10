import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { useApi } from '../api.ts'
import { caseCategoryFromUrl } from '../moderation/case-category.ts'
import { ListingCaseView } from '../moderation/listing-case-view.tsx'
import { listingCaseQuery, queueQuery } from '../moderation/moderation-queries.ts'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { OwnCase } from '../moderation/own-case.tsx'
import { parseQueueFilters } from '../moderation/queue-filters.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Component as NotFound } from './not-found.tsx'

const title = 'Reported listing'

/** A reported listing. */
export function Component() {
  const api = useApi()
  const { pathname, search } = useLocation()
  const { id = '' } = useParams()
  const filters = parseQueueFilters(new URLSearchParams(search))
  const query = useQuery(listingCaseQuery(api, caseCategoryFromUrl(pathname), id))
  const { data: { items } = { items: [] } } = useQuery(queueQuery(api, filters))
  const { data, error } = query
  if (!data) {
    return (
      <ModerationShell title={title}>
        {error ? <LoadFailed {...query} error={error} /> : <Spinner label="Loading…" />}
      </ModerationShell>
    )
  }
  if ('found' in data) {
    return <ListingCaseView key={pathname} found={data.found} queue={{ items, filters }} />
  }
  return data.status === 403 ? <OwnCase title={title} message={data.message} /> : <NotFound />
}
