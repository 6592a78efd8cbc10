import { useEffect, useEffectEvent, useRef } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { withFilters } from '#contract/list-filters.ts'
import { defaultOrder, sortOrdersOf } from '#contract/list-parameters.ts'
import { pagePaths } from '#contract/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { HiddenFilters, type SetFilters } from './use-filters.tsx'

/** Sorts as soon as an order is chosen. Without JavaScript it is a plain GET form. */
export function SortSelect({
  category,
  filters,
  setFilters,
}: {
  category: AnyCategory
  filters: URLSearchParams
  setFilters: SetFilters
}) {
  const form = useRef<HTMLFormElement>(null)
  const order = filters.get('order') ?? defaultOrder
  const sortBy = (value: string) => {
    if (value === order) return
    setFilters(withFilters(filters, { order: value === defaultOrder ? '' : value }))
  }
  const applyChosen = useEffectEvent(() =>
    sortBy(form.current?.querySelector('select')?.value ?? order),
  )
  // Apply an order that was chosen before hydration.
  useEffect(() => applyChosen(), [])
  // Back or a link may change the order. A new select would lose the focus.
  const shown = useRef(order)
  useEffect(() => {
    const select = form.current?.querySelector('select')
    if (select && shown.current !== order) select.value = order
    shown.current = order
  }, [order])
  return (
    // With autoComplete off, the browser does not restore an order that the list does not have.
    <form
      ref={form}
      action={pagePaths.browse(category.id)}
      autoComplete="off"
      className="flex gap-3 max-sm:flex-2"
    >
      <div className="min-w-32 flex-1">
        <Select
          name="order"
          label="Sort by"
          hideLabel
          flush
          options={sortOrdersOf(category)}
          defaultValue={order}
          onChange={({ target }) => sortBy(target.value)}
        />
      </div>
      <HiddenFilters filters={withFilters(filters, { order: '' })} />
      <noscript>
        <Button type="submit" variant="secondary">
          Sort
        </Button>
      </noscript>
    </form>
  )
}
