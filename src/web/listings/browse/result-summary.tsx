import { useRef } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import type { ListPage } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../link.tsx'
import { RemovableChip } from '../../ui/chip.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ActiveFilter } from './active-filters.ts'
import { clearFilters, withFilters } from './filters.ts'
import { formatResultCount } from './result-count.ts'

/** The number of results and a removable chip for each active filter. */
export function ResultSummary({
  category,
  filters,
  activeFilters,
  page,
  isLoading,
}: {
  category: AnyCategory
  filters: URLSearchParams
  activeFilters: readonly ActiveFilter[]
  page: ListPage | undefined
  isLoading: boolean
}) {
  const count = useRef<HTMLDivElement>(null)
  const pathWith = (changed: URLSearchParams) => pagePaths.browse(category.id, changed)
  // The clicked link unmounts: the focus moves to the count.
  const keepFocus = () => count.current?.focus()
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <div ref={count} role="status" tabIndex={-1} className="font-semibold outline-none">
        {page && formatResultCount(page)}
        {isLoading && <Skeleton className="h-5 w-24" />}
      </div>
      {activeFilters.length > 0 && (
        <ul aria-label="Filters in force" className="flex flex-wrap gap-2">
          {activeFilters.map(({ name, label }) => (
            <li key={name}>
              <RemovableChip
                as={Link}
                to={pathWith(withFilters(filters, { [name]: '' }))}
                onClick={keepFocus}
              >
                {label}
              </RemovableChip>
            </li>
          ))}
        </ul>
      )}
      {(activeFilters.length > 0 || filters.has('q')) && (
        <Link
          to={pathWith(clearFilters(filters))}
          className="link py-1.5 font-semibold"
          onClick={keepFocus}
        >
          Clear all
        </Link>
      )}
    </div>
  )
}
