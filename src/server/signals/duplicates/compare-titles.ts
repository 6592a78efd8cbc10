import leven from 'leven'

/** The share of the longer title that may differ: titles of the same thing are alike to at least 0.9. */
const maxDifference = 0.1

/**
 * How many titles with nearly the same letters are compared with a title. Comparing hundreds of titles with the same
 * letters in a different order would take seconds.
 */
const maxComparisons = 20

export interface ComparableTitle {
  text: string
  /** The words that tell two things apart, however alike the rest is: "Calculus 1", "Volume II", "size XL". */
  tellingWords: string
  letterCounts: Uint8Array
}

const apostrophes = /['’]/g
/** Emoji, which say nothing beside words. */
const emoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F})+/gu
/** Separates the parts of a title. */
const partEnds = /[,;:()[\]]|\s[-–—]\s/
/** Separates words. It leaves out #, which has a meaning in "C#". */
const separators = /[[\p{P}\p{Z}\p{C}]--[#]]+/gv
const numberOrLanguage = /\p{N}|^[a-z][#+]+$/u
/** A single letter. It matters at the end of a part ("Part B", "Chemistry I"), but not in "A lamp" or "Books I loved". */
const letter = /^[a-z]$/
const romanNumbers = 'ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'
const sizes = 'xs s m l xl xxl'
const numbersAndSizes = new Set(`${romanNumbers} ${sizes}`.split(' '))
const letterGroups = 32

export function toComparableTitle(title: string): ComparableTitle {
  const normalized = title.normalize('NFKC').toLowerCase().replaceAll(apostrophes, '')
  const withoutEmoji = splitParts(normalized.replaceAll(emoji, ' '))
  const parts = withoutEmoji.length > 0 ? withoutEmoji : splitParts(normalized)
  const text = parts.join(' ')
  const letterCounts = new Uint8Array(letterGroups)
  for (let index = 0; index < text.length; index++) {
    const group = text.charCodeAt(index) % letterGroups
    letterCounts[group] = (letterCounts[group] ?? 0) + 1
  }
  return { text, tellingWords: parts.flatMap(findTellingWords).join(' '), letterCounts }
}

const splitParts = (text: string): string[] =>
  text
    .split(partEnds)
    .map((part) => part.replaceAll(separators, ' ').trim())
    .filter((part) => part !== '')

function findTellingWords(part: string): string[] {
  const words = part.split(' ')
  return words.filter(
    (word, index) =>
      numbersAndSizes.has(word) ||
      numberOrLanguage.test(word) ||
      (index === words.length - 1 && letter.test(word)),
  )
}

/**
 * Returns a function that says how alike another title is: from 0.9 to 1, or 0 if it is less alike. After many titles
 * that come close, the function returns 0 as well.
 */
export function createTitleComparison(title: ComparableTitle) {
  let comparisons = 0
  return (other: ComparableTitle): number => {
    if (title.text === '') return 0
    if (title.text === other.text) return 1
    const length = Math.max(title.text.length, other.text.length)
    const maxEdits = Math.floor(length * maxDifference)
    if (!mayBeAlike(title, other, maxEdits) || comparisons === maxComparisons) return 0
    comparisons++
    const edits = leven(title.text, other.text, { maxDistance: maxEdits + 1 })
    return edits > maxEdits ? 0 : 1 - edits / length
  }
}

/** Compares two titles only. */
export const titleLikeness = (one: ComparableTitle, other: ComparableTitle): number =>
  createTitleComparison(one)(other)

/** Rules out most pairs by properties that are quick to compare. */
const mayBeAlike = (one: ComparableTitle, other: ComparableTitle, maxEdits: number): boolean =>
  one.tellingWords === other.tellingWords &&
  Math.abs(one.text.length - other.text.length) <= maxEdits &&
  canBecome(one, other, maxEdits)

/**
 * Returns false if this many edits cannot turn one title into the other. Each edit adds and removes at most one letter.
 */
function canBecome(one: ComparableTitle, other: ComparableTitle, maxEdits: number): boolean {
  let added = 0
  let removed = 0
  for (let group = 0; group < letterGroups; group++) {
    const difference = (one.letterCounts[group] ?? 0) - (other.letterCounts[group] ?? 0)
    if (difference > 0) added += difference
    else removed -= difference
    if (added > maxEdits || removed > maxEdits) return false
  }
  return true
}
