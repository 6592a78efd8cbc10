import { brand, universities } from '#campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { ApiError, useApi } from '../api.ts'
import { useHead } from '../head.ts'
import { activeFilters } from '../listings/browse/active-filters.ts'
import { askedWith, readAsked } from '../listings/browse/asked.ts'
import { FiltersButton } from '../listings/browse/filters-button.tsx'
import { listingsQuery } from '../listings/browse/listings-query.ts'
import { usePlaceInList } from '../listings/browse/place-in-list.ts'
import { ResultLine } from '../listings/browse/result-line.tsx'
import { Results } from '../listings/browse/results.tsx'
import { SearchBox } from '../listings/browse/search-box.tsx'
import { SortSelect } from '../listings/browse/sort-select.tsx'
import { useAsked } from '../listings/browse/use-asked.ts'
import { categoryAt } from '../listings/category-at.ts'
import { useLocation } from '../navigation/router.tsx'
import type { PageDefinition } from '../page.ts'
import { allPages, usePages } from '../queries/use-pages.ts'
import { Callout } from '../ui/callout.tsx'

const students = universities.map(({ name }) => name).join(' and ')

/** Each category starts afresh: what is typed for one must not search another. */
function BrowsePage() {
  const category = categoryAt(useLocation().pathname)
  return <Browse key={category.id} category={category} />
}

function Browse({ category }: { category: AnyCategory }) {
  const { labels } = category
  const { asked, ask } = useAsked(category)
  const query = usePages(listingsQuery(useApi(), category, asked))
  const active = activeFilters(category, asked)
  const firstPage = query.data?.[0]
  usePlaceInList()
  useHead({
    title: `${labels.menu} · ${brand}`,
    description: `Browse ${labels.plural} from students of ${students}. Search, filter, and write straight to the person.`,
    canonical: pagePaths.browse(category.id, askedWith(asked, {})),
    feed: pagePaths.feed(category.id),
  })
  return (
    <div className="page-width pt-8 lg:pt-10">
      <h1 className="title-1">{labels.menu}</h1>
      <div className="mt-6 flex flex-wrap gap-3">
        <SearchBox category={category} asked={asked} ask={ask} />
        <FiltersButton
          category={category}
          asked={asked}
          ask={ask}
          active={active.length}
          highestListed={firstPage?.max_price}
        />
        <SortSelect asked={asked} ask={ask} />
      </div>
      <div className="mt-4 grid gap-4">
        <ResultLine
          category={category}
          asked={asked}
          active={active}
          page={firstPage}
          loading={query.isPending}
        />
        <Callout look="bar">
          Classified content is not guaranteed. Duplicate or multiple listings for the same content
          will be deleted.
        </Callout>
      </div>
      <section aria-label={`Found ${labels.plural}`} className="mt-6">
        <Results category={category} asked={asked} query={query} />
      </section>
    </div>
  )
}

export const page: PageDefinition = {
  Page: BrowsePage,
  prefetch: async ({ api, queries, search, url }) => {
    const category = categoryAt(url)
    const asked = readAsked(category, search)
    try {
      await queries.fetch(allPages(listingsQuery(api, category, asked)))
      return undefined
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 503
      // Only the place in the list can still be wrong here; the list itself is there.
      if (status === 400) return { redirect: pagePaths.browse(category.id, askedWith(asked, {})) }
      return { status }
    }
  },
}
