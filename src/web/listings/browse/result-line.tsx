import { useRef } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import type { ListingPage } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { RemovableChip } from '../../ui/chip.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ActiveFilter } from './active-filters.ts'
import { askedWith, askedWithoutFilters } from './asked.ts'
import { countText } from './count-text.ts'

/** How many there are, and why: each filter in force can be taken away. */
export function ResultLine({
  category,
  asked,
  active,
  page,
  loading,
}: {
  category: AnyCategory
  asked: URLSearchParams
  active: readonly ActiveFilter[]
  page: ListingPage | undefined
  loading: boolean
}) {
  const count = useRef<HTMLDivElement>(null)
  const to = (wanted: URLSearchParams) => pagePaths.browse(category.id, wanted)
  // The link that was pressed goes away; the focus must not go with it.
  const keepFocus = () => count.current?.focus()
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <div ref={count} role="status" tabIndex={-1} className="font-semibold outline-none">
        {page && countText(page)}
        {loading && <Skeleton className="h-5 w-24" />}
      </div>
      {active.length > 0 && (
        <ul aria-label="Filters in force" className="flex flex-wrap gap-2">
          {active.map(({ name, label }) => (
            <li key={name}>
              <RemovableChip
                as={Link}
                to={to(askedWith(asked, { [name]: '' }))}
                onClick={keepFocus}
              >
                {label}
              </RemovableChip>
            </li>
          ))}
        </ul>
      )}
      {(active.length > 0 || asked.has('q')) && (
        <Link
          to={to(askedWithoutFilters(asked))}
          className="link py-1.5 font-semibold"
          onClick={keepFocus}
        >
          Clear all
        </Link>
      )}
    </div>
  )
}
