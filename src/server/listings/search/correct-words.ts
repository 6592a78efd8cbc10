import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type AnyCategory, isForConfirmed, publicCategories } from '#categories/index.ts'
import { addressField } from '#categories/listing-values.ts'
import { fewResults } from '#contract/understood.ts'
import type { Db } from '../../database/database.ts'
import { exactTerm, tokenize } from './search-terms.ts'
import { toSearchTerms } from './search-text.ts'
import {
  correctable,
  countTerms,
  findCandidates,
  foldSounds,
  inCategories,
  maxEdits,
} from './search-words.ts'
import { synonymsOf, synonymWords } from './synonyms.ts'

export interface Correction {
  typed: string
  word: string
}

export interface CorrectedText {
  q: string
  corrected: Correction[]
  /** Words that no listing of the category has. */
  dropped: string[]
}

/** More words than this are not corrected, so that a long text costs no more than a short one. */
const maxWords = 5
/** More words than this are not dropped. A count is much cheaper than a correction. */
const maxDropped = 10
/** How many candidates are counted for one word. */
const maxCounted = 6
const maxCount = 50

const courseNumber = /^\d{2,4}[a-z]{0,2}$/i
const houseNumber = /^#?\d{1,5}(?:\p{Pd}\d{1,5})?[a-z]?,?$/iu
const streetEnding =
  /^(?:st|street|ave|avenue|rd|road|dr|drive|cres|crescent|ct|court|blvd|boulevard|lane|ln|way|pl|place)[.,]*$/i
/** How many words a street has at most, with its ending: "Columbia Forest Blvd". */
const maxStreetWords = 4

/**
 * Replaces words that no listing has by similar words that listings of the category have, and drops those that the
 * category does not have. Words of codes, numbers and addresses are not replaced. Call it for a search that finds too
 * little.
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
  let [looked, counted] = [0, 0]
  for (const [index, text] of words.entries()) {
    const typed = looked < maxWords ? toCorrectable(category, words, index) : undefined
    if (typed) looked++
    const isDroppable = counted < maxDropped && canDrop(category, words, index)
    const known = typed || isDroppable ? await countKnown(db, [category], text) : fewResults
    const word = typed && (await correctWord(db, category, typed, known))
    if (word) {
      corrected.push({ typed: text, word })
      kept.push(word)
    } else {
      if (isDroppable) counted++
      ;(isDroppable && known === 0 ? dropped : kept).push(text)
    }
    // On SQLite, these queries do not let other requests run.
    await yieldToEventLoop()
  }
  return { q: kept.join(' '), corrected, dropped }
}

/** Returns the word at this place as the index has it, or undefined if it must stay as it is. */
function toCorrectable(
  category: AnyCategory,
  words: readonly string[],
  index: number,
): string | undefined {
  const [word = '', ...others] = tokenize(words[index] ?? '')
  if (others.length > 0 || !correctable.test(word) || isOfCode(words, index)) return undefined
  // The name of a street can be mistyped. With the number of a house, it is an address.
  const isStreet = isBeforeStreet(words, index) && addressField(category) === undefined
  const isAddress = isNumber(words[index - 1]) || isOfAddress(category, words, index)
  return isStreet || isAddress ? undefined : word
}

/** Codes, ISBNs and addresses stay whole: a part of them would find something else. */
function canDrop(category: AnyCategory, words: readonly string[], index: number): boolean {
  const isLongNumber = (words[index] ?? '').replaceAll(/\D/g, '').length >= 8
  return !(
    isLongNumber ||
    isOfCode(words, index) ||
    isBeforeStreet(words, index) ||
    isOfAddress(category, words, index)
  )
}

const isNumber = (text = '') => /^\d+$/.test(text)
const isBeforeStreet = (words: readonly string[], index: number) =>
  streetEnding.test(words[index + 1] ?? '')

/** Whether the word is between the number of a house and the ending of its street, or one of these. */
function isOfAddress(category: AnyCategory, words: readonly string[], index: number): boolean {
  // Without addresses, "27 inch monitor, hard drive" is more likely.
  const most = addressField(category) === undefined ? 2 : maxStreetWords
  return words.some((text, first) => {
    if (first > index || index > first + most || !houseNumber.test(text)) return false
    const name = words.slice(first + 1, first + 1 + most)
    const last = first + 1 + name.findIndex((word) => streetEnding.test(word))
    return last > first + 1 && index <= last
  })
}

/** Whether the word is a course code or one half of it: a few letters before a number. */
function isOfCode(words: readonly string[], index: number): boolean {
  const isCode = (subject = '', number = '') =>
    /^[a-z]{2,6}$/i.test(subject) && courseNumber.test(number)
  const [before, text = '', next] = [words[index - 1], words[index], words[index + 1]]
  const [subject, number] = tokenize(text)
  return isCode(text, next) || isCode(before, text) || isCode(subject, number)
}

/** Counts the listings that a word finds in some categories. */
function countKnown(db: Db, searched: readonly AnyCategory[], text: string): Promise<number> {
  const [terms = [], ...others] = searched.map((category) => toSearchTerms(category, text))
  // Each category has the same terms in the same order, and a listing has those of one category.
  const merged = terms.map((term, index) => ({
    ...term,
    anyOf: [term, ...others.flatMap((each) => each[index] ?? [])].flatMap(({ anyOf }) => anyOf),
    whole: [term, ...others.flatMap((each) => each[index] ?? [])].flatMap(
      ({ whole = [] }) => whole,
    ),
  }))
  return merged.length === 0 ? Promise.resolve(0) : countTerms(db, merged, fewResults)
}

/**
 * Returns the word to replace a word that few listings of any category have. `known` says how many of this one have it.
 * The other categories are counted last, because most words that are rare have no similar word that is more frequent.
 */
async function correctWord(
  db: Db,
  category: AnyCategory,
  typed: string,
  known: number,
): Promise<string | undefined> {
  if (known >= fewResults) return undefined
  const similar = await findSimilarWords(db, typed)
  const best = await findMostFrequent(db, category, similar, known)
  if (!best) return undefined
  const others = isForConfirmed(category)
    ? []
    : publicCategories.filter(({ id }) => id !== category.id)
  const knownInAll = known + (await countKnown(db, others, typed))
  if (knownInAll >= fewResults) return undefined
  if (best.count > knownInAll) return best.word
  return (await findMostFrequent(db, category, similar, knownInAll))?.word
}

interface SimilarWord {
  word: string
  rank: number
}

/** Returns the stored words that are similar to a word, the most similar first. */
async function findSimilarWords(db: Db, typed: string): Promise<SimilarWord[]> {
  const candidates = new Set([...(await findCandidates(db, typed)), ...synonymWords()])
  return (
    Array.from(candidates, (word) => ({ word, rank: rankOf(typed, word) }))
      .filter(({ rank }) => rank < unlike)
      // Two words are as similar on both engines, so the order of the rows must not decide.
      .toSorted((a, b) => a.rank - b.rank || (a.word < b.word ? -1 : 1))
      .slice(0, maxCounted)
  )
}

/** Returns the most similar word that more listings of the category have, and of equally similar ones the most frequent. */
async function findMostFrequent(
  db: Db,
  category: AnyCategory,
  similar: readonly SimilarWord[],
  known: number,
): Promise<{ word: string; count: number } | undefined> {
  let best: (SimilarWord & { count: number }) | undefined
  for (const { word, rank } of similar) {
    if (best && rank > best.rank) break
    const same = [word, ...synonymsOf(word)]
    const anyOf = same.flatMap((each) => inCategories([category], each).anyOf)
    const count = await countTerms(db, [exactTerm(anyOf)], maxCount)
    if (count > Math.max(known, best?.count ?? 0)) best = { word, rank, count }
  }
  return best
}

const unlike = 100

/** Ranks a candidate, best first: swapped letters, then the number of errors, then whether the first letter is right. */
function rankOf(typed: string, word: string): number {
  if (word === typed) return unlike
  const edits = Math.max(1, countEdits(foldSounds(typed), foldSounds(word), maxEdits(typed)))
  if (edits === unlike) return unlike
  const isSwap = edits === 1 && typed.length === word.length && sorted(typed) === sorted(word)
  const isSameStart = typed[0] === word[0]
  // Few mistype the first letter, and short words that differ by it are other words: "bike" and "like".
  if (!isSameStart && !isSwap && typed.length < 8) return unlike
  return (isSwap ? 0 : edits * 2) + (isSameStart ? 0 : 1)
}

const sorted = (word: string) => [...word].sort().join('')

/**
 * Counts the letters to add, leave out, replace or swap with a neighbour (Damerau), or returns `unlike` if they are more
 * than `limit`. The limit is 1 or 2, so trying each way takes less time than a table of all letters.
 */
export function countEdits(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return unlike
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  const [restA, restB] = [a.slice(same), b.slice(same)]
  if (restA === restB) return 0
  if (limit === 0) return unlike
  const isSwap = restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0]
  const edits = Math.min(
    countEdits(restA.slice(1), restB.slice(1), limit - 1),
    countEdits(restA.slice(1), restB, limit - 1),
    countEdits(restA, restB.slice(1), limit - 1),
    isSwap ? countEdits(restA.slice(2), restB.slice(2), limit - 1) : unlike,
  )
  return edits === unlike ? unlike : edits + 1
}
