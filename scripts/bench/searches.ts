import { apiPaths } from '#contract/paths.ts'
import { rollDice } from '../dice.ts'
import type { Content } from './content.ts'

const shortestBeginning = 4

/**
 * Searches that find something and of which no two are the same: the beginning of a word, or two words,
 * of a listing picked by chance.
 */
export function distinctSearches({ listings }: Pick<Content, 'listings'>): () => string {
  const asked = new Set<string>()
  let roll = 0
  return function next(): string {
    const { chance, pick, whole } = rollDice(7, roll++)
    const { category, words } = pick(listings)
    const word = pick(words)
    const beginning = word.slice(
      0,
      whole(shortestBeginning, Math.max(shortestBeginning, word.length)),
    )
    const q = chance(0.5) ? beginning : `${word} ${pick(words)}`
    const path = apiPaths.list(category, new URLSearchParams({ q }))
    if (asked.has(path)) return next()
    asked.add(path)
    return path
  }
}
