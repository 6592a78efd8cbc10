import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { brand, universityNames } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { useApi } from '../api.ts'
import { useHead } from '../head.ts'
import { activeFilters } from '../listings/browse/active-filters.ts'
import { withFilters } from '../listings/browse/filters.ts'
import { FiltersButton } from '../listings/browse/filters-button.tsx'
import { listingsQuery } from '../listings/browse/listings-query.ts'
import { ResultSummary } from '../listings/browse/result-summary.tsx'
import { Results } from '../listings/browse/results.tsx'
import { SearchBox } from '../listings/browse/search-box.tsx'
import { SortSelect } from '../listings/browse/sort-select.tsx'
import { useFilters } from '../listings/browse/use-filters.ts'
import { categoryFromUrl } from '../listings/category-from-url.ts'
import { Callout } from '../ui/callout.tsx'

/** The key resets all state when the category changes, such as the text in the search box. */
export function Component() {
  const category = categoryFromUrl(useLocation().pathname)
  return <Browse key={category.id} category={category} />
}

function Browse({ category }: { category: AnyCategory }) {
  const { labels } = category
  const { filters, setFilters } = useFilters(category)
  const query = useInfiniteQuery({
    ...listingsQuery(useApi(), category, filters),
    placeholderData: keepPreviousData,
  })
  const active = activeFilters(category, filters)
  const firstPage = query.data?.pages[0]
  useHead({
    title: `${labels.menu} · ${brand}`,
    description: `Browse ${labels.plural} from students of ${universityNames}. Search, filter, and write straight to the person.`,
    canonical: pagePaths.browse(category.id, withFilters(filters, {})),
    feed: pagePaths.feed(category.id),
  })
  return (
    <div className="page-width pt-8 lg:pt-10">
      <h1 className="title-1">{labels.menu}</h1>
      <div className="mt-6 flex flex-wrap gap-3">
        <SearchBox category={category} filters={filters} setFilters={setFilters} />
        <FiltersButton
          category={category}
          filters={filters}
          setFilters={setFilters}
          activeCount={active.length}
          maxListedPrice={firstPage?.max_price}
        />
        <SortSelect category={category} filters={filters} setFilters={setFilters} />
      </div>
      <div className="mt-4 grid gap-4">
        <ResultSummary
          category={category}
          filters={filters}
          activeFilters={active}
          page={firstPage}
          isLoading={query.isPending}
        />
        <Callout variant="bar">
          Classified content is not guaranteed. Duplicate or multiple listings for the same content
          will be deleted.
        </Callout>
      </div>
      <section aria-label={`Found ${labels.plural}`} className="mt-6">
        <Results category={category} filters={filters} query={query} />
      </section>
    </div>
  )
}
