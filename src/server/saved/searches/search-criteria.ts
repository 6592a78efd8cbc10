import type { AnyCategory } from '#categories/index.ts'
import { canonicalQuery } from '#contract/canonical-query.ts'
import { type ListQuery, listQuery } from '#contract/list-query.ts'
import { toListCriteria } from '../../listings/search/list-criteria.ts'
import type { SearchCriteria } from './listing-index.ts'

/**
 * What a stored search requires, by the list's own parser. A filter or an option that is not valid any more is left out;
 * undefined if nothing can be made of it, which finds nothing.
 */
export function toSearchCriteria(category: AnyCategory, query: string): SearchCriteria | undefined {
  const parsed = parse(category, query) ?? parse(category, canonicalQuery(category, query))
  return parsed && toListCriteria(category, parsed)
}

/** A search has no page, whose cursor could be malformed. */
function parse(category: AnyCategory, query: string): ListQuery | undefined {
  const { cursor, ...parameters } = Object.fromEntries(new URLSearchParams(query))
  return listQuery[category.id].safeParse(parameters).data
}
