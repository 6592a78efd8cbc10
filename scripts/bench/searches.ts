import type { CategoryId } from '#categories/index.ts'
import { createRandom } from '../seed/seeded-random.ts'
import type { ListingContent } from './site-content.ts'

const minPrefixLength = 4

export interface Search {
  category: CategoryId
  query: URLSearchParams
}

/** Returns a generator of distinct searches with results: a prefix of a word, or two words, from a random listing. */
export function createSearches(listings: ListingContent[]): () => Search {
  const used = new Set<string>()
  let index = 0
  return function next(): Search {
    const { chance, pick, integer } = createRandom(7, index++)
    const { category, words } = pick(listings)
    const word = pick(words)
    const prefix = word.slice(0, integer(minPrefixLength, Math.max(minPrefixLength, word.length)))
    const q = chance(0.5) ? prefix : `${word} ${pick(words)}`
    const key = `${category} ${q}`
    if (used.has(key)) return next()
    used.add(key)
    return { category, query: new URLSearchParams({ q }) }
  }
}
