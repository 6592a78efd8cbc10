import { expect, it } from 'vitest'
import { createSearches } from './searches.ts'

const listings = [
  { id: 1, category: 'rental', words: ['sunny', 'room', 'campus'] },
  { id: 2, category: 'misc', words: ['bendy', 'lamp', 'bright', 'desk'] },
] as const

it('never repeats a search, and uses only words of the category', () => {
  const next = createSearches({
    listings: listings.map((each) => ({ ...each, words: [...each.words] })),
  })
  const searches = Array.from({ length: 20 }, next)
  expect(new Set(searches).size).toBe(20)
  for (const path of searches) {
    const url = new URL(path, 'http://localhost')
    const words: string[] =
      url.pathname === '/api/misc'
        ? ['bendy', 'lamp', 'bright', 'desk']
        : ['sunny', 'room', 'campus']
    for (const part of (url.searchParams.get('q') ?? '').split(' ')) {
      expect(words.some((word) => word.startsWith(part))).toBe(true)
    }
  }
})
