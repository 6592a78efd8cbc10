import { expect, it } from 'vitest'
import { distinctSearches } from './searches.ts'

const listings = [
  { id: 1, category: 'rental', words: ['sunny', 'room', 'campus'] },
  { id: 2, category: 'misc', words: ['bendy', 'lamp', 'bright', 'desk'] },
] as const

it('never asks the same twice, and only for words of the category', () => {
  const next = distinctSearches({
    listings: listings.map((each) => ({ ...each, words: [...each.words] })),
  })
  const asked = Array.from({ length: 20 }, next)
  expect(new Set(asked).size).toBe(20)
  for (const path of asked) {
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
