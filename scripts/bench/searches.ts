import { apiPaths } from '#contract/paths.ts'
import { createRandom } from '../seeded-random.ts'
import type { SiteContent } from './site-content.ts'

const minPrefixLength = 4

/** Distinct searches with results: a prefix of a word, or two words, of a random listing. */
export function createSearches({ listings }: Pick<SiteContent, 'listings'>): () => string {
  const used = new Set<string>()
  let index = 0
  return function next(): string {
    const { chance, pick, integer } = createRandom(7, index++)
    const { category, words } = pick(listings)
    const word = pick(words)
    const prefix = word.slice(0, integer(minPrefixLength, Math.max(minPrefixLength, word.length)))
    const q = chance(0.5) ? prefix : `${word} ${pick(words)}`
    const path = apiPaths.list(category, new URLSearchParams({ q }))
    if (used.has(path)) return next()
    used.add(path)
    return path
  }
}
