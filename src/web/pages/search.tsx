import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigation, useSearchParams } from 'react-router'
import { campus } from '#campus/campus.ts'
import { parseText } from '#contract/list-filters.ts'
import { clipText } from '#format/format.ts'
import { formatResultCount } from '../listings/browse/result-count.ts'
import { CategoryLinks } from '../listings/search/category-links.tsx'
import { SearchForm } from '../listings/search/search-form.tsx'
import {
  isSearchable,
  type SearchGroup,
  searchQuery,
  sortGroups,
} from '../listings/search/search-query.ts'
import { SearchNote, SearchResults } from '../listings/search/search-results.tsx'
import { useHead } from '../navigation/head.ts'
import { useApi } from '../queries/api.ts'
import { getLoaderContext, waitForData } from '../queries/loaders.ts'
import { loadFailure } from '../session/login-redirects.tsx'
import { classNames } from '../ui/class-names.ts'
import { CardRow, CardRowItem } from '../ui/content/card-row.tsx'
import { LoadFailed } from '../ui/content/load-failed.tsx'
import { SkeletonCard } from '../ui/content/skeleton.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { api, queryClient } = getLoaderContext(args)
  const { q, isExact } = readSearch(new URL(args.request.url).searchParams)
  if (!isSearchable(q)) return null
  const query = searchQuery(api, q, isExact)
  // Another search may follow while this one loads. Nothing else aborts a query without an observer.
  args.request.signal.addEventListener('abort', () => queryClient.cancelQueries(query))
  try {
    await waitForData(queryClient.ensureQueryData(query), args.request)
    return null
  } catch (error) {
    return loadFailure(args, error)
  }
}

const readSearch = (parameters: URLSearchParams) => ({
  q: parseText(parameters.get('q') ?? '') ?? '',
  isExact: parameters.get('exact') === '1',
})

export function Component() {
  const [searchParams] = useSearchParams()
  const { q, isExact } = readSearch(searchParams)
  // Without a canonical path, search engines show the lists instead of this page.
  useHead({
    title: q ? `${clipText(q)} · Search · ${campus.brand}` : `Search · ${campus.brand}`,
    description: `Search everything that students have on ${campus.brand}.`,
  })
  return (
    <div className="page-width pt-8 lg:pt-10">
      <h1 className="title-1">Search</h1>
      <div className="mt-6 max-w-2xl print:hidden">
        <SearchForm q={q} />
      </div>
      {isSearchable(q) ? (
        <Results q={q} isExact={isExact} />
      ) : (
        <div className="mt-4 max-w-2xl">
          <CategoryLinks />
        </div>
      )}
    </div>
  )
}

function Results({ q, isExact }: { q: string; isExact: boolean }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(useApi(), q, isExact),
    placeholderData: keepPreviousData,
  })
  const isSearching = useNavigation().state === 'loading' || isPlaceholderData
  if (!data && error) {
    return <LoadFailed error={error} isFetching={isFetching} refetch={refetch} />
  }
  return (
    <>
      <p role="status" className="mt-4 min-h-6 font-semibold">
        {data ? formatResultCount(countAll(data)) : <span className="sr-only">Searching…</span>}
      </p>
      <SearchNote q={q} isExact={isExact} groups={sortGroups(data ?? [], q)} />
      <div
        className={classNames('mt-6 transition-opacity', isSearching && 'opacity-60')}
        aria-busy={isSearching || undefined}
      >
        {data ? (
          <SearchResults q={q} isExact={isExact} groups={sortGroups(data, q)} />
        ) : (
          <SearchingResults />
        )}
      </div>
    </>
  )
}

const countAll = (groups: readonly SearchGroup[]) => ({
  total: groups.reduce((sum, { page }) => sum + (page?.total ?? 0), 0),
  total_exact: groups.every(({ page }) => page?.total_exact),
})

function SearchingResults() {
  return (
    <CardRow>
      {[0, 1, 2, 3].map((index) => (
        <CardRowItem key={index}>
          <SkeletonCard />
        </CardRowItem>
      ))}
    </CardRow>
  )
}
