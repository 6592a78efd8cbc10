import { perCampus } from '#campus/campus.ts'
import type { AnyCategory } from '#categories/index.ts'
import { splitPhrases, tokenize } from './search-terms.ts'
import { stemOf } from './stem.ts'

/**
 * Words that mean the same on any campus, a group in each line. The names of a campus are in its settings, where admins
 * add lines of their own. The first entry of a line is what the others mean. Entries of several words are alternatives of
 * the first entry only.
 */
const builtIn = [
  'sublet, sublease, sublessor, sublessee',
  'apartment, apt, flat, condo',
  '1 bedroom, 1b1b, one bed one bath',
  '2 bedroom, 2b2b, 2b1b',
  '3 bedroom, 3b2b, 3b1b',
  'studio, bachelor',
  'roommate, roomie, housemate, flatmate',
  'washroom, bathroom',
  'bike, bicycle',
  'couch, sofa, loveseat',
  'tv, television',
  'fridge, refrigerator',
  'laptop, notebook computer',
  'phone, smartphone, cellphone',
  'headphones, earphones',
  'bookshelf, bookcase',
  'bed frame, bedframe',
  'calculus, calc',
  'linear algebra, linalg',
  'statistics, stats, stat',
  'economics, econ',
  'psychology, psych',
  'chemistry, chem',
  'organic chemistry, orgo',
  'biology, bio',
  'physics, phys',
  'accounting, acct',
  'introduction, intro',
  'programming, coding',
  'air conditioning, ac, aircon',
  'street, st',
  'avenue, ave',
  'road, rd',
  'drive, dr',
  '4, four',
  '5, five',
  '6, six',
  '8, eight',
  '12, twelve',
]

/** A search for the first word also finds its kinds. A search for one kind finds neither the others nor all of them. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  laptop: ['macbook', 'chromebook'],
  phone: ['iphone'],
  headphones: ['earbuds', 'headset'],
  bed: ['mattress', 'futon'],
}

/** Longer entries are ignored, so that reading a search stays cheap. */
const maxEntryWords = 4

/** Parses "apartment, apt, flat" into its entries, each a list of words. */
const parseLine = (line: string): string[][] =>
  line
    .split(',')
    .map((entry) => entry.match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((words) => words.map((word) => word.toLowerCase()))
    .filter((words) => words.length > 0 && words.length <= maxEntryWords)

interface Synonyms {
  /** The other words of a word's groups, by its stem. */
  others: ReadonlyMap<string, readonly string[]>
  /** The first entry of a line by its other entries, where one of the two has several words. */
  replacements: ReadonlyMap<string, string>
  /** How many words the longest entry that begins with a word has. */
  lengths: ReadonlyMap<string, number>
  words: readonly string[]
}

/** Whether an entry is one word for the search: "1b1b" is four. */
const isOneWord = (words: readonly string[]) =>
  words.length === 1 && tokenize(words[0] ?? '').length === 1

const read = perCampus(({ synonyms }): Synonyms => {
  const others = new Map<string, string[]>()
  const replacements = new Map<string, string>()
  const lengths = new Map<string, number>()
  for (const [word, ofIt] of Object.entries(kinds)) others.set(stemOf(word), [...ofIt])
  for (const line of [...builtIn, ...synonyms]) {
    const entries = parseLine(line)
    const [first] = entries
    if (!first) continue
    const words = entries.filter(isOneWord).flatMap((entry) => tokenize(entry.join(' ')))
    for (const entry of entries) {
      if (isOneWord(entry) && isOneWord(first)) {
        const [word = ''] = tokenize(entry.join(' '))
        const known = others.get(stemOf(word)) ?? []
        const added = words.filter((other) => other !== word)
        others.set(stemOf(word), [...new Set([...known, ...added])])
      } else if (entry !== first) {
        replacements.set(entry.join(' '), first.join(' '))
        const [start = ''] = entry
        lengths.set(start, Math.max(lengths.get(start) ?? 0, entry.length))
      }
    }
  }
  return { others, replacements, lengths, words: [...new Set([...others.values()].flat())] }
})

/** Returns the words that mean the same as a word of a search. */
export const synonymsOf = (word: string): readonly string[] => read().others.get(stemOf(word)) ?? []

/** Returns the words that listings may have instead of those of a search, without those themselves. */
export function otherWordsFor(q: string): string[] {
  const words = tokenize(q)
  const others = [
    ...words.flatMap(synonymsOf),
    ...findAlternatives(words).flatMap(({ instead }) => instead),
  ]
  return [...new Set(others)].filter((word) => !words.includes(word))
}

/** Returns all words that mean the same as another word. */
export const synonymWords = (): readonly string[] => read().words

/** Some words of a search, and words that mean the same as all of them together. */
export interface Alternative {
  typed: readonly string[]
  instead: readonly string[]
}

/** Finds entries among the words of a search that mean the same as several words, or that have several words. */
export function findAlternatives(words: readonly string[]): Alternative[] {
  const { replacements, lengths } = read()
  const found: Alternative[] = []
  for (let index = 0; index < words.length; index++) {
    for (let length = lengths.get(words[index] ?? '') ?? 0; length > 0; length--) {
      const typed = words.slice(index, index + length)
      const instead = replacements.get(typed.join(' '))
      if (instead === undefined) continue
      found.push({ typed, instead: tokenize(instead) })
      index += length - 1
      break
    }
  }
  return found
}

/** Replaces what the category reads as a number of something: "1b1b" becomes "1 bedroom". The rest stays as typed. */
export function replaceCounts(category: AnyCategory, text: string): string {
  if (!category.search.phrases) return text
  const { replacements, lengths } = read()
  const parts = text.split(/([\s,;]+)/)
  const kept: string[] = []
  for (let index = 0; index < parts.length; index += 2) {
    const [count, length] = findCount(index)
    kept.push(count ?? parts[index] ?? '')
    index += 2 * (length - 1)
    kept.push(parts[index + 1] ?? '')
  }
  return kept.join('')

  /** Returns what the words from here on count, and how many words these are. */
  function findCount(index: number): [count: string | undefined, length: number] {
    const longest = lengths.get((parts[index] ?? '').toLowerCase()) ?? 0
    for (let length = longest; length > 0; length--) {
      const count = replacements.get(phraseAt(parts, index, length))
      if (count && splitPhrases(category, count).rest.trim() === '') return [count, length]
    }
    return [undefined, 1]
  }
}

/** Returns some words as the lists have them. The odd parts of the text are the spaces between them. */
const phraseAt = (parts: readonly string[], index: number, length: number): string =>
  Array.from({ length }, (_, step) => (parts[index + 2 * step] ?? '').toLowerCase()).join(' ')
