import { perCampus } from '#campus/campus.ts'
import { tokenize } from './search-terms.ts'
import { stemOf } from './stem.ts'

/**
 * Words that mean the same on any campus, a group in each line. The names of a campus are in its settings, where admins
 * add lines of their own. The first entry of a line is what the others mean; only it may stand for an entry of several
 * words.
 */
const builtIn = [
  'sublet, sublease, sublessor, sublessee',
  'apartment, apt, flat, condo',
  '1 bedroom, 1b1b, 1b, one bed one bath',
  '2 bedroom, 2b2b, 2b1b',
  '3 bedroom, 3b2b, 3b1b',
  'studio, bachelor',
  'roommate, roomie, housemate, flatmate',
  'washroom, bathroom',
  'bike, bicycle',
  'couch, sofa, loveseat',
  'tv, television',
  'fridge, refrigerator',
  'laptop, macbook, chromebook, notebook computer',
  'phone, iphone, smartphone, cellphone',
  'headphones, earphones, earbuds, headset',
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
]

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
  /** What to search for instead of an entry, by the entry's text without spaces. */
  replacements: ReadonlyMap<string, string>
  /** How many words the longest entry that begins with a word has. */
  lengths: ReadonlyMap<string, number>
}

/** Whether an entry is one word for the search: "1b1b" is four. */
const isOneWord = (words: readonly string[]) =>
  words.length === 1 && tokenize(words[0] ?? '').length === 1

const read = perCampus(({ synonyms }): Synonyms => {
  const others = new Map<string, string[]>()
  const replacements = new Map<string, string>()
  const lengths = new Map<string, number>()
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
  return { others, replacements, lengths }
})

/** Returns the words that mean the same as a word of a search. */
export const synonymsOf = (word: string): readonly string[] => read().others.get(stemOf(word)) ?? []

/** Replaces what the index does not have as one word: "1b1b" becomes "1 bedroom". The rest stays as it is typed. */
export function replaceSynonyms(text: string): string {
  const { replacements, lengths } = read()
  const parts = text.split(/([\s,;]+)/)
  const kept: string[] = []
  for (let index = 0; index < parts.length; index += 2) {
    const length = findLength(parts, index)
    if (length === 0) {
      kept.push(parts[index] ?? '', parts[index + 1] ?? '')
      continue
    }
    kept.push(replacements.get(phraseAt(parts, index, length)) ?? '')
    index += 2 * (length - 1)
    kept.push(parts[index + 1] ?? '')
  }
  return kept.join('')

  /** Returns how many words from here on are an entry, the longest first, or 0. */
  function findLength(all: readonly string[], index: number): number {
    const longest = lengths.get((all[index] ?? '').toLowerCase()) ?? 0
    for (let length = longest; length > 0; length--) {
      if (replacements.has(phraseAt(all, index, length))) return length
    }
    return 0
  }
}

/** Returns some words as the lists have them. The odd parts of the text are the spaces between them. */
const phraseAt = (parts: readonly string[], index: number, length: number): string =>
  Array.from({ length }, (_, step) => (parts[index + 2 * step] ?? '').toLowerCase()).join(' ')
