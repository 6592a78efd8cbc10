import { sortOrders } from '#contract/list-parameters.ts'
import { Select } from '../../ui/select.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { withFilters } from './filters.ts'
import type { SetFilters } from './use-filters.ts'

const [defaultOrder] = sortOrders

export function SortSelect({
  filters,
  setFilters,
}: {
  filters: URLSearchParams
  setFilters: SetFilters
}) {
  return (
    <div className="noscript:hidden max-sm:flex-1">
      <Select
        label="Sort by"
        hideLabel
        flush
        disabled={!useHydrated()}
        options={sortOrders}
        value={filters.get('order') ?? defaultOrder.value}
        onChange={({ target: { value } }) =>
          setFilters(withFilters(filters, { order: value === defaultOrder.value ? '' : value }))
        }
      />
    </div>
  )
}
