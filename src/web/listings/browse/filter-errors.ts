import { coerceMoney } from '#categories/coercion.ts'
import { findDayParameters } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { endsBeforeStart } from '#contract/list-filters.ts'

/** By parameter. */
export type FilterErrors = Readonly<Record<string, string>>

/** What is wrong in the filter sheet, in its order, before it is applied; `parseFilters` would drop it without a word. */
export function findErrors({ filters }: AnyCategory, values: URLSearchParams): FilterErrors {
  const errors: Record<string, string> = {}
  const days = findDayParameters(filters)
  if (days && endsBeforeStart(values, days)) errors[days.to] = 'This is before the first day.'
  const text = (name: string) => values.get(name)?.trim() ?? ''
  for (const name of ['min_price', 'max_price']) {
    if (text(name) && !isAmount(text(name))) errors[name] = 'Enter an amount, like 800.'
  }
  const [min, max] = [coerceMoney(text('min_price')), coerceMoney(text('max_price'))]
  if (typeof min === 'number' && typeof max === 'number' && max < min) {
    errors.max_price ??= 'This is less than the lowest price.'
  }
  return errors
}

function isAmount(text: string): boolean {
  const amount = coerceMoney(text)
  return typeof amount === 'number' && amount >= 0
}
