import { expect, it } from 'vitest'
import { createSearches } from './searches.ts'
import type { ListingContent } from './site-content.ts'

const listings: ListingContent[] = [
  { id: 1, category: 'rental', words: ['sunny', 'room', 'campus'] },
  { id: 2, category: 'misc', words: ['bendy', 'lamp', 'bright', 'desk'] },
]

it('never repeats a search, and uses only words of the category', () => {
  const searches = Array.from({ length: 20 }, createSearches(listings))
  const keys = searches.map(({ category, query }) => `${category}?${query}`)
  expect(new Set(keys).size).toBe(20)
  for (const { category, query } of searches) {
    const words = listings.find((listing) => listing.category === category)?.words ?? []
    for (const part of (query.get('q') ?? '').split(' ')) {
      expect(words.some((word) => word.startsWith(part))).toBe(true)
    }
  }
})
