import type { Filter } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import { formatNumber } from '#contract/format.ts'

export interface ActiveFilter {
  /** Its query parameter. */
  name: string
  label: string
}

export const formatDollars = (amount: number | string) => `$${formatNumber(Number(amount))}`

/** The active filters in the order of the filter sheet, price last; without search text and order. */
export function activeFilters(category: AnyCategory, filters: URLSearchParams): ActiveFilter[] {
  const active = (name: string, format: (value: string) => string) => {
    const value = filters.get(name)
    return value === null ? [] : [{ name, label: format(value) }]
  }
  return [
    ...Object.entries(category.filters).flatMap(([name, filter]) =>
      active(name, (value) => chipLabel(filter, value)),
    ),
    ...active('min_price', (value) => `From ${formatDollars(value)}`),
    ...active('max_price', (value) => `Up to ${formatDollars(value)}`),
  ]
}

function chipLabel(filter: Filter, value: string): string {
  switch (filter.kind) {
    case 'choice': {
      const option = filter.options.find((found) => found.value === value)
      return option?.chipLabel ?? option?.label ?? value
    }
    case 'contains':
      return filter.label
    case 'search':
    case 'code':
      return `${filter.label}: ${value}`
  }
}
