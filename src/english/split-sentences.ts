import { foldText } from '#categories/text-rules.ts'

export interface Sentence {
  /** The sentence as it was written. */
  text: string
  /**
   * Lower case without accents. "," separates parts, "#" is a number, "$" an amount, "$0" an amount of zero, and "?" a
   * question mark.
   */
  words: string[]
}

/**
 * A line that ends with one of these words goes on in the next line, and one that begins with such a word continues the
 * last.
 */
const openWords = new Set(
  `a an and are at be before by do for from i in is me my not of on only or our out over per send pay the then
  through to until using via we will with you your`.split(/\s+/),
)

/** The longest possible text, a title and a description. */
export const maxCharacters = 6_000

/** How many plain characters of a text are read. One character can stand for several: "㏂" is "a.m.". */
const maxPlainCharacters = (text: string) => Math.min(2 * text.length + 100, 2 * maxCharacters)

const endMark = /[.!?;…•·|]$/

/** Lines are joined into a sentence up to this many words. A longer run of lines is text without full stops. */
const maxWords = 120

/** Splits a text into sentences. A sentence ends with a mark, or with a line that the next does not continue. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let isOpen = false
  let left = maxPlainCharacters(text)
  for (const line of text.slice(0, maxCharacters).split(/[\n\r\u2028\u2029]/)) {
    const parts = line.split(/(?<=[.!?;…•·|])\s/)
    for (const [index, part] of parts.entries()) {
      const plain = toPlain(part, left)
      left -= plain.length
      const words = splitWords(plain)
      if (words.length > 0) {
        const before = index === 0 && isOpen ? sentences.at(-1) : undefined
        if (before && goesOn(before.words, words)) {
          before.text += `\n${part}`
          before.words.push(...words)
        } else sentences.push({ text: part, words })
      }
      isOpen = words.length > 0 && !endMark.test(part)
    }
  }
  return sentences.map(({ text, words }) => ({ text: text.trim(), words }))
}

const goesOn = (before: string[], words: string[]): boolean =>
  before.length + words.length <= maxWords &&
  (openWords.has(before.at(-1) ?? '') || openWords.has(words[0] ?? ''))

/** Letters of other alphabets that look like Latin ones, and apostrophes. */
const lookAlikes = new Map(
  [..."аaеeоoрpсcхxуyіiѕsјjкkмmнhтtвbԁdһhԛqԝwɡgαaοoεeιiκkνvρpτtχx‘'’'ʼ'´'`'"].flatMap(
    (letter, index, all) => (index % 2 === 0 ? [[letter, all[index + 1] ?? '']] : []),
  ),
)

/** Each alternative begins with a different character and matches in one way only, so the time is linear on any text. */
const token =
  /\$\s?(?:\d(?:[\d,.]*\d)?)?|\d(?:[\d,.]*\d)?\$?|\p{L}[\p{L}\p{N}]*(?:'\p{L}+)*|[,:()[\]/&+?—]|[-–](?=\s)|\.(?=\p{L})/gu

/** Matches plain text, as most is. It only needs lower-casing. */
const plainText = /^[\s!-_a-~]*$/

function splitWords(plain: string): string[] {
  const words: string[] = []
  for (const found of plain.match(token) ?? []) addToken(found, words)
  return words
}

function addToken(found: string, words: string[]): void {
  const reading = readings.get(found)
  if (reading) words.push(...reading)
  // Letters sort after all digits and marks.
  else if (found >= 'a') addWord(found, words)
  else words.push(found.includes('$') ? readAmount(found) : '#')
}

/**
 * Returns the text in plain letters. A character that stands for a phrase, such as ﷺ, is not spelled out: it would be
 * 18 times as long.
 */
export const toPlain = (text: string, maxLength: number): string =>
  plainText.test(text)
    ? text.toLowerCase()
    : foldText(text.replace(/[\ufdfa\ufdfb]/g, ' '))
        .slice(0, maxLength)
        .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
        .replace(/[‘’ʼ´`\u0370-\u052f\u0261]/g, (letter) => lookAlikes.get(letter) ?? letter)

const readAmount = (found: string): string =>
  /[1-9]/.test(found) || !/\d/.test(found) ? '$' : '$0'

const readings = new Map(
  Object.entries({
    im: 'i am',
    ive: 'i have',
    dont: 'do not',
    doesnt: 'does not',
    didnt: 'did not',
    isnt: 'is not',
    arent: 'are not',
    wont: 'will not',
    cant: 'can not',
    cannot: 'can not',
    youre: 'you are',
    youve: 'you have',
    youll: 'you will',
    u: 'you',
    ur: 'your',
    pls: 'please',
    plz: 'please',
    thru: 'through',
    b4: 'before',
    "can't": 'can not',
    "won't": 'will not',
    '/': 'or',
    '&': 'and',
    '+': 'and',
    '?': '?',
    ...Object.fromEntries([...',:()[]-–—.'].map((mark) => [mark, ','])),
  }).map(([short, long]) => [short, long.split(' ')]),
)

const endings: [ending: string, word: string][] = [
  ["n't", 'not'],
  ["'m", 'am'],
  ["'re", 'are'],
  ["'ll", 'will'],
  ["'ve", 'have'],
  ["'d", 'would'],
]

/** Adds a word. "I'm", "im" and "I am" become the same words. */
function addWord(word: string, words: string[]): void {
  if (!word.includes("'")) {
    words.push(word)
    return
  }
  const short = endings.find(([ending]) => word.endsWith(ending))
  if (short) words.push(word.slice(0, -short[0].length), short[1])
  else words.push(word.replaceAll("'", ''))
}

/** Returns the words from `start` up to `end` as they were written in the sentence. */
export function quoteWords(
  { text }: Sentence,
  { start, end }: { start: number; end: number },
): string {
  const words: string[] = []
  let offset = 0
  let from: number | undefined
  for (const line of text.split('\n')) {
    const { plain, offsets } = mapToPlain(line)
    for (const { 0: found, index } of plain.matchAll(token)) {
      addToken(found, words)
      if (words.length > start) from ??= offset + (offsets[index] ?? 0)
      if (words.length >= end) {
        return text.slice(from, offset + (offsets[index + found.length] ?? line.length))
      }
    }
    offset += line.length + 1
  }
  return text
}

/** Returns the plain text, and the position in the line of each of its characters. */
function mapToPlain(line: string): { plain: string; offsets: number[] } {
  let plain = ''
  const offsets: number[] = []
  let offset = 0
  for (const character of line) {
    const read = toPlain(character, Number.POSITIVE_INFINITY)
    for (let index = 0; index < read.length; index++) offsets.push(offset)
    plain += read
    offset += character.length
  }
  return { plain, offsets }
}
