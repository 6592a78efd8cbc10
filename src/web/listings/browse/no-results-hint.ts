import { parseTerm } from '#categories/academic-terms.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import { activeFilters, formatDollars } from '#contract/active-filters.ts'

/** What else a title that quotes the search text has to name: the highest price, and that there are more filters. */
export function filtersInTitle(category: AnyCategory, filters: URLSearchParams): string {
  const maxPrice = filters.has('q') && filters.get('max_price')
  const others = activeFilters(category, filters).length - (maxPrice ? 1 : 0)
  const price = maxPrice ? ` up to ${formatDollars(maxPrice)}` : ''
  if (others === 0) return price
  return `${price}${filters.has('q') ? ' with' : ''} these filters`
}

/** What to change in filters that find nothing, as of a day, YYYY-MM-DD. */
export function noResultsHint(
  category: AnyCategory,
  filters: URLSearchParams,
  hasSuggestions: boolean,
  today: string,
): string {
  const passed = findPassedTerm(category, filters, today)
  if (passed) return `${passed.label} has passed. Choose a later term to see more.`
  if (hasSuggestions && filters.has('q')) return 'Check the spelling, or remove a filter.'
  if (hasSuggestions) return 'Remove one of these to see more.'
  const isFiltered = activeFilters(category, filters).length > 0
  if (!isFiltered) return 'Try fewer or shorter words. The start of a word is enough.'
  const ways = [
    ...(filters.has('q') ? ['check the spelling'] : []),
    ...(filters.has('max_price') ? ['raise the highest price'] : []),
    'remove a filter',
  ]
  const last = ways.pop()
  const sentence = ways.length > 0 ? `${ways.join(', ')} or ${last}` : `${last}`
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} to see more.`
}

function findPassedTerm(
  { filters: definitions }: CategoryDefinition,
  filters: URLSearchParams,
  today: string,
) {
  const name = Object.keys(definitions).find((each) => definitions[each]?.kind === 'term')
  const term = name === undefined ? undefined : parseTerm(filters.get(name) ?? '')
  return term && term.last < today ? term : undefined
}
