import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { brand } from '#campus.ts'
import type { CategoryWithCopies } from '#categories/index.ts'
import type { Copies } from '#contract/copies.ts'
import { pagePaths } from '#contract/paths.ts'
import { categoryWithCopiesFromUrl } from '../listings/copies/copies-of.ts'
import { copiesQuery } from '../listings/copies/copies-query.ts'
import { copiesSummary } from '../listings/copies/copies-summary.ts'
import { CopiesView, copiesTitle } from '../listings/copies/copies-view.tsx'
import { ListingUnavailable } from '../listings/detail/listing-unavailable.tsx'
import { loadErrorMessage } from '../listings/listing-queries.ts'
import { useHead } from '../navigation/head.ts'
import { useApi } from '../queries/api.ts'
import { Spinner } from '../ui/content/spinner.tsx'

export { loadCopies as loader } from './copies.loader.ts'

/** All listings of one thing, as the copies of a book. */
export function Component() {
  const category = categoryWithCopiesFromUrl(useLocation().pathname)
  const { value = '' } = useParams()
  const { data: copies, error } = useQuery(copiesQuery(useApi(), category, value))
  if (copies) return <Loaded category={category} copies={copies} />
  if (copies === null) {
    return <ListingUnavailable category={category} message={category.messages.notFound} />
  }
  return error ? (
    <ListingUnavailable category={category} message={loadErrorMessage(category, error)} />
  ) : (
    <Loading category={category} />
  )
}

function Loaded(props: { category: CategoryWithCopies; copies: Copies }) {
  const { category, copies } = props
  const { field } = category.copies
  const title = copiesTitle(props)
  useHead({
    title: `${title} · ${brand}`,
    description: copiesSummary(copies) || `${title} on ${brand}`,
    // Every spelling of a value is one page; without anything on it, no search engine shows it.
    ...(copies.total > 0 && { canonical: pagePaths.copies(category.id, copies[field]) }),
  })
  return <CopiesView {...props} />
}

function Loading({ category }: { category: CategoryWithCopies }) {
  useHead({ title: `${category.labels.menu} · ${brand}`, description: 'Loading…' })
  return <Spinner label="Loading…" />
}
