import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { ListingCaseView } from '../moderation/case/listing-case-view.tsx'
import {
  caseCategoryFromUrl,
  listingCaseQuery,
  queueQuery,
} from '../moderation/moderation-queries.ts'
import { parseQueueFilters } from '../moderation/queue/queue-filters.ts'
import { useApi } from '../queries/api.ts'
import { AwaitCase, loadCase } from './moderation-page.tsx'
import { Component as NotFound } from './not-found.tsx'
import { staffPage } from './staff-page.tsx'

export const { Component, loader } = staffPage(
  ReportedListing,
  loadCase((api, id, pathname) =>
    listingCaseQuery(api, { category: caseCategoryFromUrl(pathname).id, id }),
  ),
)

function ReportedListing() {
  const api = useApi()
  const { pathname, search } = useLocation()
  const { id = '' } = useParams()
  const filters = parseQueueFilters(new URLSearchParams(search))
  const { data: { items } = { items: [] } } = useQuery(queueQuery(api, filters))
  return (
    <AwaitCase
      title="Reported listing"
      query={listingCaseQuery(api, { category: caseCategoryFromUrl(pathname).id, id })}
      notFound={<NotFound />}
    >
      {(found) => <ListingCaseView key={pathname} found={found} queue={{ items, filters }} />}
    </AwaitCase>
  )
}
