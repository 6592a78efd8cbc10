import { maxParsedLength } from './coercion.ts'

/**
 * Matches labels such as "ISBN" and "ISBN-13:". It leaves the 10 or 13 alone if the ISBN itself begins with those
 * digits.
 */
export const isbnLabel = 'ISBN(?:[\\s\\p{Pd}]?1[03](?=[\\s:]))?[\\s:]*'
const leadingLabel = new RegExp(`^\\s*${isbnLabel}`, 'iu')

/** Drops a label, spaces, hyphens and invisible characters. A text that is too long for an ISBN stays as it is. */
export const isbnCharacters = (text: string): string =>
  text.length > maxParsedLength
    ? text
    : text
        .replace(leadingLabel, '')
        .toUpperCase()
        .replace(/[\s\p{Pd}\p{Cf}]/gu, '')

/**
 * Returns the ISBN with 13 digits, or undefined if the check digit is wrong. We check the digit ourselves: the library
 * that hyphenates knows only publishers that are older than its table.
 */
export function toIsbn13(text: string): string | undefined {
  const characters = isbnCharacters(text)
  if (/^\d{9}[\dX]$/.test(characters)) {
    return hasCheckDigit10(characters)
      ? withCheckDigit13(`978${characters.slice(0, 9)}`)
      : undefined
  }
  const isIsbn13 = /^97[89]\d{10}$/.test(characters)
  return isIsbn13 && withCheckDigit13(characters.slice(0, 12)) === characters
    ? characters
    : undefined
}

function hasCheckDigit10(isbn10: string): boolean {
  const sum = [...isbn10].reduce(
    (total, digit, index) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - index),
    0,
  )
  return sum % 11 === 0
}

export function withCheckDigit13(first12: string): string {
  const sum = [...first12].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${first12}${(10 - (sum % 10)) % 10}`
}
