import { type AnyCategory, isForConfirmed, publicCategories } from '#categories/index.ts'
import { fewResults } from '#contract/listings.ts'
import type { Db } from '../../database/database.ts'
import { prefixTerm, tokenize } from './search-terms.ts'
import { wordTerm } from './search-text.ts'
import { correctable, countTerm, findCandidates, inCategories, maxEdits } from './search-words.ts'

export interface Correction {
  typed: string
  word: string
}

export interface CorrectedText {
  q: string
  corrected: Correction[]
  /** Words that no listing has. */
  dropped: string[]
}

/** More words than this are not looked at, so that a long text costs no more than a short one. */
const maxWords = 5
/** How many candidates are counted for one word. */
const maxCounted = 6
const maxCount = 50

const courseNumber = /^\d{2,4}[a-z]{0,2}$/i
const streetEnding =
  /^(?:st|street|ave|avenue|rd|road|dr|drive|cres|crescent|ct|court|blvd|boulevard|lane|ln|way|pl|place)\.?$/i

/**
 * Replaces words that no listing has by similar words that listings of the category have, and drops those that are like
 * no word. Words of codes, numbers and addresses stay. Call it for a search that finds nothing.
 */
export async function correctWords(
  db: Db,
  category: AnyCategory,
  q: string,
): Promise<CorrectedText> {
  const words = q.split(/\s+/).filter(Boolean)
  const kept: string[] = []
  const corrected: Correction[] = []
  const dropped: string[] = []
  let looked = 0
  for (const [index, text] of words.entries()) {
    const typed = toCorrectable(words, index)
    const isLooked = typed !== undefined && looked < maxWords
    if (isLooked) looked++
    const known = isLooked ? await countKnown(db, category, typed) : fewResults
    const word = isLooked && known < fewResults && (await findWord(db, category, typed, known))
    if (word) corrected.push({ typed: text, word })
    else if (known === 0) dropped.push(text)
    if (word || known > 0) kept.push(word || text)
  }
  return { q: kept.join(' '), corrected, dropped }
}

/** Returns the word at this place as the index has it, or undefined if it must stay as it is. */
function toCorrectable(words: readonly string[], index: number): string | undefined {
  const [word = '', ...others] = tokenize(words[index] ?? '')
  const next = words[index + 1] ?? ''
  const isCode = word.length <= 6 && courseNumber.test(next)
  const isStreet = streetEnding.test(next) || /^\d+$/.test(words[index - 1] ?? '')
  return others.length === 0 && correctable.test(word) && !isCode && !isStreet ? word : undefined
}

/** Counts the listings with a word that begins like this, in all categories that the reader can search. */
function countKnown(db: Db, category: AnyCategory, word: string): Promise<number> {
  const searched = isForConfirmed(category) ? [category] : publicCategories
  const { anyOf } = inCategories(searched, word)
  const term = { ...prefixTerm(searched.map(({ id }) => wordTerm(id, word))), whole: anyOf }
  return countTerm(db, term, fewResults)
}

/** Returns the most similar word that listings of the category have, and of equally similar ones the most frequent. */
export async function findWord(
  db: Db,
  category: AnyCategory,
  typed: string,
  known = 0,
): Promise<string | undefined> {
  const ranked = (await findCandidates(db, typed))
    .map((word) => ({ word, rank: rankOf(typed, word) }))
    .filter(({ rank }) => rank < unlike)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxCounted)
  let best: { word: string; rank: number; count: number } | undefined
  for (const { word, rank } of ranked) {
    if (best && rank > best.rank) break
    const count = await countTerm(db, inCategories([category], word), maxCount)
    if (count > Math.max(known, best?.count ?? 0)) best = { word, rank, count }
  }
  return best?.word
}

const unlike = 100

/** Ranks a candidate, best first: swapped letters, then the number of errors, then whether the first letter is right. */
function rankOf(typed: string, word: string): number {
  if (word === typed) return unlike
  const edits = countEdits(typed, word)
  if (edits > maxEdits(typed)) return unlike
  const isSwap = edits === 1 && typed.length === word.length && sorted(typed) === sorted(word)
  const isSameStart = typed[0] === word[0]
  // Few mistype the first letter, and short words that differ by it are other words: "bike" and "like".
  if (!isSameStart && !isSwap && typed.length < 8) return unlike
  return (isSwap ? 0 : edits * 2) + (isSameStart ? 0 : 1)
}

const sorted = (word: string) => [...word].sort().join('')

/**
 * Counts the letters to add, leave out, replace or swap with a neighbour (Damerau). Words have at most 16 letters, so this
 * takes no time.
 */
export function countEdits(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return unlike
  let [before, previous]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (previous?.[column] ?? unlike) + 1,
        (current[column - 1] ?? unlike) + 1,
        (previous?.[column - 1] ?? unlike) + (isSame ? 0 : 1),
        isSwap ? (before?.[column - 2] ?? unlike) + 1 : unlike,
      )
    }
    ;[before, previous] = [previous ?? [], current]
  }
  return previous?.[b.length] ?? unlike
}
