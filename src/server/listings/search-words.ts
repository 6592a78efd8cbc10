/** Two texts that agree this far into a word count as the same word; longer ones would only fill the index. */
const longestWord = 16

/** Letters that no decomposition takes apart, as a keyboard without them writes them. */
const plainLetters: Record<string, string> = {
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
const otherLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** A run of letters or of digits, so that "CS246" and "CS 246" are the same two words. */
const word =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[\p{L}--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+|\p{N}+/gv
const marks = /\p{M}+/gu
const plainText = /^[\0-\x7f]*$/

/** The distinct words of a text as search sees them: no case, no accents, no punctuation, no emoji. */
export function wordsOf(text: string): string[] {
  const words = plain(text).match(word) ?? []
  return [...new Set(words.map((found) => cut(found)))]
}

function plain(text: string): string {
  if (plainText.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replace(otherLetters, (letter) => plainLetters[letter] ?? letter)
}

/** By whole characters, so that no half of a surrogate pair is left over. */
function cut(found: string): string {
  return found.length <= longestWord ? found : [...found].slice(0, longestWord).join('')
}
