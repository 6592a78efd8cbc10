import leven from 'leven'

/** This share of the longer of two titles may differ: titles of one thing are alike to 0.9. */
const maxDifference = 0.1

/**
 * How many titles with nearly the same letters one title is compared with. Hundreds in a different order would take
 * seconds.
 */
const maxComparisons = 20

export interface ComparableTitle {
  text: string
  /** Words that tell two things apart, however alike the rest is: "Calculus 1", "Volume II", "size XL". */
  tellingWords: string
  letterCounts: Uint8Array
}

const apostrophes = /['’]/g
/** Beside words it says nothing. */
const emoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F})+/gu
/** Between the parts of a title. */
const partEnds = /[,;:()[\]]|\s[-–—]\s/
/** The # of "C#" means something. */
const separators = /[[\p{P}\p{Z}\p{C}]--[#]]+/gv
const numberOrLanguage = /\p{N}|^[a-z][#+]+$/u
/** The letter matters in "Part B" and "Chemistry I", but neither in "A lamp" nor in "Books I loved". */
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

/** How alike another title is: from 0.9 to 1, or 0 if it is less. After many that come near it, 0 as well. */
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

/** Compares only two titles. */
export const titleLikeness = (one: ComparableTitle, other: ComparableTitle): number =>
  createTitleComparison(one)(other)

/** Most pairs are told apart by what is quick to compare. */
const mayBeAlike = (one: ComparableTitle, other: ComparableTitle, maxEdits: number): boolean =>
  one.tellingWords === other.tellingWords &&
  Math.abs(one.text.length - other.text.length) <= maxEdits &&
  canBecome(one, other, maxEdits)

/** Returns false if this many edits cannot change one into the other: each adds and removes one letter at most. */
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
