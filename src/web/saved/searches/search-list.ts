import type { AnyCategory } from '#categories/index.ts'
import type { SavedSearch, SavedSearches } from '#contract/saved-searches.ts'

/** The search with a canonical query, if it is saved. */
export const findSearch = (
  { results }: SavedSearches,
  { id }: Pick<AnyCategory, 'id'>,
  query: string,
): SavedSearch | undefined =>
  results.find((search) => search.category === id && search.query === query)

/** With a new one, or one that has changed; the last saved first. */
export const withSearch = (searches: SavedSearches, search: SavedSearch): SavedSearches => ({
  results: [search, ...withoutSearch(searches, search.id).results].toSorted((a, b) => b.id - a.id),
})

export const withoutSearch = ({ results }: SavedSearches, id: number): SavedSearches => ({
  results: results.filter((search) => search.id !== id),
})
