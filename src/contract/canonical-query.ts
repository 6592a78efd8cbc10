import type { AnyCategory } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { parseFilters } from './list-filters.ts'

/**
 * Returns the filters of a saved search, without order, page and values that are no longer valid. Equal searches give
 * equal texts.
 */
export function canonicalQuery(category: AnyCategory, query: string): string {
  const filters = parseFilters(category, new URLSearchParams(query))
  for (const name of ['order', 'cursor']) filters.delete(name)
  // Every listing matches these two limits.
  if (filters.get('min_price') === '0') filters.delete('min_price')
  if (Number(filters.get('max_price')) >= maxPrice) filters.delete('max_price')
  for (const [name, value] of [...filters]) filters.set(name, value.replaceAll(/\s+/g, ' '))
  return filters.toString()
}
