import type { Ref } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { activeFilters, withoutFilter } from '#contract/active-filters.ts'
import { withFilters, withoutFilters } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { appliedFilters, partLabel, partsInForce, withoutPart } from '#contract/understood.ts'
import { Link } from '../../navigation/link.tsx'
import { SaveSearch } from '../../saved/searches/save-search.tsx'
import { Skeleton } from '../../ui/content/skeleton.tsx'
import { Chip } from '../../ui/controls/chip.tsx'
import { UnderstoodNote } from '../search/understood-note.tsx'
import type { ListingsPage } from './listings-query.ts'
import { partsWithoutQuickLinks, type QuickLink, withoutQuickLinks } from './quick-filters.tsx'
import { formatResultCount } from './result-count.ts'

/** The number of results, a chip to remove each active filter that no quick filter shows, and a way to save the search. */
export function ResultSummary({
  category,
  filters,
  quickLinks,
  page,
  isLoading,
  countRef,
  keepFocus,
}: {
  category: AnyCategory
  filters: URLSearchParams
  quickLinks: readonly QuickLink[]
  page: ListingsPage | undefined
  isLoading: boolean
  countRef: Ref<HTMLDivElement>
  /** Called by links that disappear when they are pressed. */
  keepFocus: () => void
}) {
  const active = activeFilters(category, filters)
  const isFiltered = active.length > 0 || filters.has('q')
  const chips = withoutQuickLinks(active, quickLinks)
  const understood = page?.understood
  const q = filters.get('q') ?? ''
  const parts = partsInForce(filters, understood)
  const note =
    understood && (parts.length > 0 || understood.corrected.length + understood.dropped.length > 0)
  const pathWith = (changed: URLSearchParams) => pagePaths.browse(category.id, changed)
  const partChips = partsWithoutQuickLinks(parts, quickLinks)
  const hasChips = chips.length + partChips.length > 0
  const summary = (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-2 sm:gap-x-3">
      <div ref={countRef} role="status" tabIndex={-1} className="font-semibold outline-none">
        {page && formatResultCount(page)}
        {isLoading && <Skeleton className="h-5 w-24" />}
      </div>
      {active.length + parts.length + Number(filters.has('q')) > 1 && (
        // Beside the count, a second filter adds no line.
        <Link
          to={pathWith(withoutFilters(filters))}
          className="link py-1.5 font-semibold print:hidden"
          onClick={keepFocus}
        >
          Clear all
        </Link>
      )}
      {(page?.total !== 0 || !isFiltered) && (
        // On phones the button ends the line of the count. Elsewhere it keeps its width once the search is saved, so that no
        // chip moves.
        <div className="grid max-sm:ml-auto sm:min-w-40 print:hidden">
          <SaveSearch category={category} filters={appliedFilters(filters, understood)} />
        </div>
      )}
      {hasChips && (
        <ul aria-label="Filters in force" className="flex flex-wrap gap-2">
          {chips.map((filter) => (
            <li key={`${filter.name} ${filter.value}`}>
              <Chip
                as={Link}
                active
                to={pathWith(withoutFilter(category, filters, filter))}
                onClick={keepFocus}
              >
                {filter.label}
              </Chip>
            </li>
          ))}
          {understood &&
            partChips.map((part) => (
              <li key={part.text}>
                <Chip
                  as={Link}
                  active
                  to={pathWith(withFilters(filters, { q: withoutPart(q, understood, part) }))}
                  onClick={keepFocus}
                >
                  {partLabel(category, part)}
                </Chip>
              </li>
            ))}
        </ul>
      )}
    </div>
  )
  return (
    <>
      {summary}
      {(note || filters.has('exact')) && (
        <UnderstoodNote
          q={q}
          understood={understood}
          isExact={filters.has('exact')}
          exactPath={pathWith(withFilters(filters, { exact: '1' }))}
          usualPath={pathWith(withFilters(filters, { exact: '' }))}
          onFollow={keepFocus}
        />
      )}
    </>
  )
}
