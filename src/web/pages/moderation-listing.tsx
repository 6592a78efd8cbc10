import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { caseCategoryFromUrl } from '../moderation/case/case-category.ts'
import { ListingCaseView } from '../moderation/case/listing-case-view.tsx'
import { OwnCase } from '../moderation/case/own-case.tsx'
import { listingCaseQuery, queueQuery } from '../moderation/moderation-queries.ts'
import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { parseQueueFilters } from '../moderation/queue/queue-filters.ts'
import { useApi } from '../queries/api.ts'
import { LoadFailed } from '../ui/content/load-failed.tsx'
import { Spinner } from '../ui/content/spinner.tsx'
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
