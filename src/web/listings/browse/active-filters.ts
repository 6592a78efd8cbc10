import type { Filter } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import { formatCount } from '#contract/display.ts'

export interface ActiveFilter {
  /** Its parameter in the address. */
  name: string
  label: string
}

export const dollars = (amount: number | string) => `$${formatCount(Number(amount))}`

/** The filters in force, in the order of the panel, the price last. Search and order are no filters. */
export function activeFilters(category: AnyCategory, asked: URLSearchParams): ActiveFilter[] {
  const inForce = (name: string, inWords: (value: string) => string) => {
    const value = asked.get(name)
    return value === null ? [] : [{ name, label: inWords(value) }]
  }
  return [
    ...Object.entries(category.filters).flatMap(([name, filter]) =>
      inForce(name, (value) => chipLabel(filter, value)),
    ),
    ...inForce('min_price', (value) => `From ${dollars(value)}`),
    ...inForce('max_price', (value) => `Up to ${dollars(value)}`),
  ]
}

function chipLabel(filter: Filter, value: string): string {
  switch (filter.kind) {
    case 'choice': {
      const option = filter.options.find((found) => found.value === value)
      return option?.chip ?? option?.label ?? value
    }
    case 'mention':
      return filter.label
    case 'words':
    case 'code':
      return `${filter.label}: ${value}`
  }
}
