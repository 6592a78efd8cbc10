import { useEffect, useEffectEvent, useRef } from 'react'
import { sortOrders } from '#contract/list-parameters.ts'
import { Select } from '../../ui/select.tsx'
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
  const root = useRef<HTMLDivElement>(null)
  const order = filters.get('order') ?? defaultOrder.value
  const sortBy = (value: string) => {
    if (value === order) return
    setFilters(withFilters(filters, { order: value === defaultOrder.value ? '' : value }))
  }
  const applyChosen = useEffectEvent(() =>
    sortBy(root.current?.querySelector('select')?.value ?? order),
  )
  // What was chosen before hydration.
  useEffect(() => applyChosen(), [])
  return (
    <div ref={root} className="noscript:hidden max-sm:flex-1">
      <Select
        key={order}
        label="Sort by"
        hideLabel
        flush
        options={sortOrders}
        defaultValue={order}
        onChange={({ target }) => sortBy(target.value)}
      />
    </div>
  )
}
