import { expect, it } from 'vitest'
import type { SavedSearch } from '#contract/saved-searches.ts'
import { findSearch, withoutSearch, withSearch } from './search-mutations.ts'

const search = (id: number, changes: Partial<SavedSearch> = {}): SavedSearch => ({
  id,
  category: 'misc',
  query: `q=${id}`,
  label: `Other: “${id}”`,
  frequency: 'daily',
  created_at: '2026-11-16T12:00:00.000Z',
  paused_at: null,
  ...changes,
})

const searches = { results: [search(3), search(1)] }
const idsOf = ({ results }: typeof searches) => results.map(({ id }) => id)

it('a new search is the first, and one that comes back has its old place', () => {
  expect(idsOf(withSearch(searches, search(4)))).toEqual([4, 3, 1])
  expect(idsOf(withSearch(searches, search(2)))).toEqual([3, 2, 1])
  expect(idsOf(withoutSearch(searches, 3))).toEqual([1])
})

it('a changed search replaces the one before', () => {
  const changed = search(3, { frequency: 'off' })
  expect(withSearch(searches, changed)).toEqual({ results: [changed, search(1)] })
})

it('finds a search by its category and query', () => {
  expect(findSearch(searches, { id: 'misc' }, 'q=1')).toEqual(search(1))
  expect(findSearch(searches, { id: 'rental' }, 'q=1')).toBeUndefined()
  expect(findSearch(searches, { id: 'misc' }, '')).toBeUndefined()
})
