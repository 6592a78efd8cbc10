import { type LoaderFunctionArgs, redirect, useLocation, useParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import type { CategoryWithCopies } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import {
  type Copies,
  categoryWithCopiesFromUrl,
  copiesQuery,
} from '../listings/copies/copies-query.ts'
import { CopiesView, copiesSummary, copiesTitle } from '../listings/copies/copies-view.tsx'
import { ListingUnavailable } from '../listings/detail/listing-unavailable.tsx'
import { loadErrorMessage } from '../listings/listing-queries.ts'
import { useHead } from '../navigation/head.ts'
import { useApi } from '../queries/api.ts'
import { getLoaderContext, requestedPath, statusData, waitForData } from '../queries/loaders.ts'
import { AwaitPage, loadFailure } from '../session/login-redirects.tsx'
import { Spinner } from '../ui/content/spinner.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { value = '' } = args.params
  try {
    const category = categoryWithCopiesFromUrl(requestedPath(args))
    const query = copiesQuery(api, category, value)
    const copies = await waitForData(queryClient.ensureQueryData(query), args.request)
    if (copies === null) return statusData(404)
    const canonical = copies?.[category.copies.field] ?? value
    // All spellings of a value share one page in the response cache.
    return canonical === value ? null : redirect(pagePaths.copies(category.id, canonical), 301)
  } catch (error) {
    return loadFailure(args, error)
  }
}

/** All listings of one thing, such as the copies of a book. */
export function Component() {
  const category = categoryWithCopiesFromUrl(useLocation().pathname)
  const { value = '' } = useParams()
  const unavailable = (message: string) => (
    <ListingUnavailable category={category} message={message} />
  )
  return (
    <AwaitPage
      query={copiesQuery(useApi(), category, value)}
      loading={<Loading category={category} />}
      failed={({ error }) => unavailable(loadErrorMessage(category, error))}
    >
      {(copies) =>
        copies ? (
          <Loaded category={category} copies={copies} />
        ) : (
          unavailable(category.messages.notFound)
        )
      }
    </AwaitPage>
  )
}

function Loaded(props: { category: CategoryWithCopies; copies: Copies }) {
  const { category, copies } = props
  const { field } = category.copies
  const title = copiesTitle(props)
  useHead({
    title: `${title} · ${campus.brand}`,
    description: copiesSummary(copies) || `${title} on ${campus.brand}`,
    // All spellings of a value are one page. Search engines do not show a page without copies.
    ...(copies.total > 0 && { canonical: pagePaths.copies(category.id, copies[field]) }),
  })
  return <CopiesView {...props} />
}

function Loading({ category }: { category: CategoryWithCopies }) {
  useHead({ title: `${category.labels.menu} · ${campus.brand}`, description: 'Loading…' })
  return <Spinner label="Loading…" />
}
