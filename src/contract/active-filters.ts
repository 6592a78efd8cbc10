import { parseTerm } from '#categories/academic-terms.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import { describeNear, parseNearFilter } from '#categories/minutes.ts'
import { formatAmount, formatDate } from '#format/format.ts'
import { splitValues, withFilters } from './list-filters.ts'

/** One value of a filter. Each value of a filter that takes several is active by itself. */
export interface ActiveFilter {
  /** The query parameter of the filter. */
  name: string
  value: string
  label: string
}

/** Returns the active filters in the order of the filter sheet, price last, without search text and order. */
export function activeFilters(category: AnyCategory, filters: URLSearchParams): ActiveFilter[] {
  return [...Object.keys(category.filters), 'min_price', 'max_price'].flatMap((name) => {
    const text = filters.get(name)
    const values = text === null ? [] : splitValues(category, name, text)
    return values.map((value) => ({ name, value, label: filterLabel(category, name, value) }))
  })
}

export function withoutFilter(
  category: AnyCategory,
  filters: URLSearchParams,
  { name, value }: ActiveFilter,
) {
  const values = splitValues(category, name, filters.get(name) ?? '')
  return withFilters(filters, { [name]: values.filter((each) => each !== value).join() })
}

/** Returns the value of a parameter in words. The search text is returned as it is. */
export function filterLabel(category: CategoryDefinition, name: string, value: string): string {
  if (name === 'min_price') return `From ${formatAmount(value)}`
  if (name === 'max_price') return `Up to ${formatAmount(value)}`
  const filter = category.filters[name]
  switch (filter?.kind) {
    case undefined:
      return value
    case 'choice':
    case 'choices':
      return splitValues(category, name, value)
        .map((item) => filter.options.find((option) => option.value === item))
        .map((option) => option?.chipLabel ?? option?.label)
        .join(', ')
    case 'contains':
    case 'checked':
      return filter.label
    case 'search':
    case 'code':
      return `${filter.label}: ${value}`
    case 'near': {
      const near = parseNearFilter(value)
      return near ? describeNear(near) : value
    }
    case 'term':
      return parseTerm(value)?.label ?? value
    case 'from':
    case 'to':
      return `${filter.label} ${formatDate(value)}`
    case 'months':
      return `${value} months`
  }
}
