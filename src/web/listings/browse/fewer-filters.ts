import type { AnyCategory } from '#categories/index.ts'
import { filterLabel } from '#contract/active-filters.ts'
import { clipText } from '#contract/clip-text.ts'
import { clearFilters, withFilters } from '#contract/list-filters.ts'
import { maxExactTotal } from '#contract/list-parameters.ts'

const maxSuggestions = 4

/** What to leave out of filters that find nothing, first what finds most; and how many there are in all, if it is one filter. */
export function fewerFilters(
  category: AnyCategory,
  filters: URLSearchParams,
  /** The number of results without each parameter. */
  without: Readonly<Record<string, number>> = {},
) {
  const unfiltered = clearFilters(filters).toString()
  const isUnfiltered = (changed: URLSearchParams) => changed.toString() === unfiltered
  const all = Object.entries(without)
    .filter(([name, count]) => filters.has(name) && count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => ({
      name,
      label: clipText(filterLabel(category, name, filters.get(name) ?? '')),
      count: { total: count, total_exact: count < maxExactTotal },
      filters: withFilters(filters, { [name]: '' }),
    }))
  return {
    suggestions: all.filter((each) => !isUnfiltered(each.filters)).slice(0, maxSuggestions),
    unfilteredCount: all.find((each) => isUnfiltered(each.filters))?.count,
  }
}
