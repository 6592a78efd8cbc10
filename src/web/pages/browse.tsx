import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { campus } from '#campus/campus.ts'
import { type AnyCategory, isForConfirmed, tabsOf } from '#categories/index.ts'
import { activeFilters } from '#contract/active-filters.ts'
import { withFilters } from '#contract/list-filters.ts'
import type { Understood } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { appliedFilters, stillUnderstood } from '#contract/understood.ts'
import { FiltersButton } from '../listings/browse/filter-sheet.tsx'
import { listingsQuery } from '../listings/browse/listings-query.ts'
import { QuickFiltersRow, quickLinks } from '../listings/browse/quick-filters.tsx'
import { ResultSummary } from '../listings/browse/result-summary.tsx'
import { Results } from '../listings/browse/results.tsx'
import { SearchBox } from '../listings/browse/search-box.tsx'
import { SortSelect } from '../listings/browse/sort-select.tsx'
import { useFilters } from '../listings/browse/use-filters.tsx'
import { ForConfirmed } from '../listings/for-confirmed.tsx'
import { categoryFromUrl } from '../listings/listing-urls.ts'
import { useHead } from '../navigation/head.ts'
import { Link } from '../navigation/link.tsx'
import { hasStatus, isUnconfirmed, useApi } from '../queries/api.ts'
import { useToday } from '../queries/use-today.ts'
import { RedirectToLogin } from '../session/login-redirects.tsx'
import { useSession } from '../session/session.tsx'
import { LinkButton } from '../ui/controls/link-button.tsx'

/** Renders the list of a category. The key resets all state, such as the search box, when the category changes. */
export function Component() {
  const category = categoryFromUrl(useLocation().pathname)
  return <Browse key={category.id} category={category} />
}

function Browse({ category }: { category: AnyCategory }) {
  const { labels } = category
  const { filters, notice, setFilters } = useFilters(category)
  const query = useInfiniteQuery({
    ...listingsQuery(useApi(), category, filters),
    placeholderData: keepPreviousData,
  })
  const count = useRef<HTMLDivElement>(null)
  const keepFocus = () => count.current?.focus()
  const today = useToday()
  const firstPage = query.data?.pages[0]
  const understood = useUnderstood(filters, firstPage?.understood, query.isPlaceholderData)
  const links = useMemo(
    () => quickLinks(category, filters, today, understood),
    [category, filters, today, understood],
  )
  // The closed sheet is rendered after what the reader sees. It also has the filters that words became, and applying it
  // puts them in the place of these words.
  const sheetFilters = useDeferredValue(
    useMemo(() => appliedFilters(filters, understood), [filters, understood]),
  )
  useHead({
    title: `${labels.menu} · ${campus.brand}`,
    description: `Browse ${labels.plural} from students of ${campus.universityNames}. Search, filter and message the seller.`,
    // Without a canonical path, search engines leave the page out.
    ...(!isForConfirmed(category) && {
      canonical: pagePaths.browse(category.id, withFilters(filters, {})),
      feed: pagePaths.feed(category.id),
    }),
  })
  // The list that a student has on the screen goes with their session.
  if (hasStatus(query.error, 401)) return <RedirectToLogin />
  return (
    <div className="page-width pt-8 lg:pt-10">
      <h1 className="title-1">{labels.menu}</h1>
      <Tabs category={category} />
      {isUnconfirmed(query.error) ? (
        <ForConfirmed category={category} onConfirmed={() => query.refetch()} />
      ) : (
        list()
      )}
    </div>
  )

  function list() {
    return (
      <>
        <div className="mt-4 flex flex-wrap gap-3 sm:mt-6 print:hidden">
          <SearchBox category={category} filters={filters} setFilters={setFilters} />
          <FiltersButton
            category={category}
            filters={sheetFilters}
            setFilters={setFilters}
            activeCount={activeFilters(category, sheetFilters).length}
            page={query.isPlaceholderData ? undefined : firstPage}
          />
          <SortSelect category={category} filters={filters} setFilters={setFilters} />
        </div>
        <div className="mt-4 grid gap-4">
          <QuickFiltersRow category={category} links={links} />
          <ResultSummary
            category={category}
            filters={filters}
            quickLinks={links}
            page={firstPage}
            isLoading={query.isPending}
            countRef={count}
            keepFocus={keepFocus}
          />
          {notice && <p className="text-ink-2">{notice}</p>}
        </div>
        <section aria-label={`Found ${labels.plural}`} className="mt-4 sm:mt-6">
          <Results category={category} filters={filters} query={query} keepFocus={keepFocus} />
        </section>
      </>
    )
  }
}

/** Returns how the words of the search were read. The list on the screen may still be that of an earlier text. */
function useUnderstood(
  filters: URLSearchParams,
  understood: Understood | undefined,
  isEarlier: boolean,
): Understood | undefined {
  const q = filters.get('q') ?? ''
  return useMemo(
    () => (understood && isEarlier ? stillUnderstood(q, understood) : understood),
    [q, understood, isEarlier],
  )
}

/** Leads students from the places to those who look for one, and back. Visitors cannot see the latter. */
function Tabs({ category }: { category: AnyCategory }) {
  const { isLoggedIn } = useSession()
  const tabs = tabsOf(category)
  if (!isLoggedIn || tabs.length === 0) return null
  return (
    <nav aria-label="Places or wanted" className="mt-4 print:hidden">
      <ul className="flex flex-wrap gap-2">
        {tabs.map(({ id, label }) => (
          <li key={id}>
            <LinkButton
              as={Link}
              to={pagePaths.browse(id)}
              size="small"
              variant={id === category.id ? 'primary' : 'secondary'}
              aria-current={id === category.id ? 'page' : undefined}
            >
              {label}
            </LinkButton>
          </li>
        ))}
      </ul>
    </nav>
  )
}
