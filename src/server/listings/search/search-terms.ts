import type { Field } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { isbnLabel, toIsbn13 } from '#categories/isbn.ts'
import { foldText } from '#categories/text-rules.ts'

/**
 * Matches listings that have one of these terms. With `isPrefix`, it matches those with a term that begins with one of
 * `anyOf`, or with one of the terms in `whole`.
 */
export interface SearchTerm {
  anyOf: string[]
  isPrefix: boolean
  whole?: string[]
}

export const exactTerm = (anyOf: string[]): SearchTerm => ({ anyOf, isPrefix: false })
export const prefixTerm = (anyOf: string[]): SearchTerm => ({ anyOf, isPrefix: true })

/** Returns every alternative of a term, and whether it is a prefix. */
export const alternativesOf = ({ anyOf, isPrefix, whole = [] }: SearchTerm) => [
  ...anyOf.map((term) => ({ term, isPrefix })),
  ...whole.map((term) => ({ term, isPrefix: false })),
]

/** Percent-encodes ASCII punctuation and spaces, which would split a term or count as query syntax. */
export function escapeTerm(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\0-\x7f]/g, (c) => (/[a-z0-9]/.test(c) ? c : `%${c.charCodeAt(0).toString(16)}`))
}

/**
 * The longest word. Longer words are cut to keep the prefix indexes small, so words that agree this far count as the
 * same.
 */
const maxWordLength = 16

/** Letters that Unicode decomposition leaves unchanged, with their common transliteration. */
const transliterations: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
}
const transliterated = new RegExp(`[${Object.keys(transliterations).join('')}]`, 'g')

/**
 * Matches a run of letters or of digits, so that "CS246" and "CS 246" are the same two tokens. CJK characters stand
 * alone.
 */
const token =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\p{L}--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+|\p{N}+/gv
const ascii = /^[\0-\x7f]*$/

/** Returns the distinct words of a text, normalised for search: without case, accents, punctuation and emoji. */
export function tokenize(text: string): string[] {
  const words = normalize(text).match(token) ?? []
  return [...new Set(words.map((word) => truncate(word)))]
}

/**
 * Matches words with hyphens, only from the start of a word: from every letter, the cost would grow with the square of
 * the length.
 */
const compound = /(?<![\p{L}\p{M}])[\p{L}\p{M}]+(?:\p{Pd}[\p{L}\p{M}]+)+/gu
const hyphens = /\p{Pd}/gu

/** Adds each compound as one word: "Wi-Fi" becomes "wifi" too. Only the index needs this; a search uses its own words. */
export function tokenizeWithCompounds(text: string): string[] {
  const compounds = text.match(compound) ?? []
  return tokenize([text, ...compounds.map((word) => word.replace(hyphens, ''))].join(' '))
}

function normalize(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return foldText(text).replace(transliterated, (letter) => transliterations[letter] ?? letter)
}

/** Cuts a word by code points, so that no lone surrogate is left. */
function truncate(word: string): string {
  return word.length <= maxWordLength ? word : [...word].slice(0, maxWordLength).join('')
}

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six']

interface Phrase {
  field: string
  value: number
}

/** Takes "2 bedroom", "two-bedroom" and "2br" out of a search. At the end of the search, the unit may be half typed. */
export function splitPhrases({ search }: AnyCategory, q: string) {
  const phrases: Phrase[] = []
  let rest = q.normalize('NFKC')
  for (const { units, field } of search.phrases ?? []) {
    rest = rest.replace(phrasePattern(units, prefixesOf(units)), (_, number: string) => {
      phrases.push({ field, value: toNumber(number) })
      return ' '
    })
  }
  return { phrases, rest }
}

/** Returns the phrases of a title. A title with a word of `unless` has none, because its number counts something else. */
export function findPhrases({ search }: AnyCategory, title: string): Phrase[] {
  const words = tokenize(title)
  return (search.phrases ?? [])
    .filter(({ unless }) => !unless.some((word) => words.includes(word)))
    .flatMap(({ units, field }) => {
      const found = title.normalize('NFKC').matchAll(phrasePattern(units))
      return Array.from(found, ([, number = '']) => ({ field, value: toNumber(number) }))
    })
}

/**
 * Matches a number and one of the units, or one of the prefixes at the very end of the text. The 5 of "2.5 bedrooms"
 * does not match.
 */
const phrasePattern = (units: readonly string[], prefixes: readonly string[] = []) => {
  const space = '[^\\S\\r\\n]*'
  const unit = [`(?:${units.join('|')})(?![\\p{L}\\p{N}])`, ...prefixes.map((end) => `${end}$`)]
  return new RegExp(
    `(?<![\\p{L}\\p{N}]|\\d[.,])(\\d{1,2}|${numberWords.join('|')})\\+?(?:${space}\\p{Pd})?${space}(?:${unit.join('|')})`,
    'giu',
  )
}

const minPrefixLength = 3

const prefixesOf = (units: readonly string[]) =>
  units.flatMap((unit) =>
    Array.from(unit, (_, length) => unit.slice(0, length)).slice(minPrefixLength),
  )

function toNumber(text: string): number {
  const index = numberWords.indexOf(text.toLowerCase())
  return index === -1 ? Number(text) : index
}

const isbnShape = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${isbnLabel})?(?:97[89][\\s\\p{Pd}]?)?(?:\\d[\\s\\p{Pd}]?){9}[\\dX](?![\\p{L}\\p{N}])`,
  'giu',
)

/**
 * Rewrites each ISBN of a search to its stored form. Hyphens would split an ISBN into many words, and it may have only
 * 10 digits, or a label.
 */
export function joinIsbns({ search, fields }: AnyCategory, text: string): string {
  const known: Readonly<Record<string, Field>> = fields
  if (!search.fields.some((name) => known[name]?.kind === 'isbn')) return text
  return text.replace(isbnShape, (found) => toIsbn13(found) ?? found)
}
