import { foldText } from '#categories/text-rules.ts'

/** Longer words are cut, which keeps the prefix indexes small; words that agree this far count as the same. */
const maxWordLength = 16

/** Letters that Unicode decomposition leaves alone, and their common transliteration. */
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

/** A run of letters or of digits, so that "CS246" and "CS 246" are the same two tokens; CJK characters stand alone. */
const token =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\p{L}--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+|\p{N}+/gv
const ascii = /^[\0-\x7f]*$/

/** The distinct words of a text, normalised for search: no case, accents, punctuation or emoji. */
export function tokenize(text: string): string[] {
  const words = normalize(text).match(token) ?? []
  return [...new Set(words.map((word) => truncate(word)))]
}

/** Begins only where a word does: tried from every letter of a long word, its cost would be the square of the length. */
const compound = /(?<![\p{L}\p{M}])[\p{L}\p{M}]+(?:\p{Pd}[\p{L}\p{M}]+)+/gu
const hyphens = /\p{Pd}/gu

/** Also each compound as one word: "Wi-Fi" is searched as "wifi" too. For the index; a search needs no more than its own words. */
export function tokenizeWithCompounds(text: string): string[] {
  const compounds = text.match(compound) ?? []
  return tokenize([text, ...compounds.map((word) => word.replace(hyphens, ''))].join(' '))
}

function normalize(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return foldText(text).replace(transliterated, (letter) => transliterations[letter] ?? letter)
}

/** By code points, so that no lone surrogate is left. */
function truncate(word: string): string {
  return word.length <= maxWordLength ? word : [...word].slice(0, maxWordLength).join('')
}
