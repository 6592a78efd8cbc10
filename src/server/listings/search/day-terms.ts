import { dayNumber } from '#categories/days.ts'

/**
 * Ranges of days as prefixes of terms. A day is its number since 1970 in binary, so that the days up to a day, or from it
 * on, are those with one of at most 17 prefixes; with decimal digits it would be up to 60. Days outside 1970 to 2149
 * count as the first or the last of them.
 */
const binaryDigits = 16

const toBinary = (day: string): string =>
  Math.min(Math.max(dayNumber(day), 0), 2 ** binaryDigits - 1)
    .toString(2)
    .padStart(binaryDigits, '0')

export const dayTerm = (name: string, day: string): string => `${name}:${toBinary(day)}`

/** The terms of this day and of all before it begin with one of these. */
export const daysUpTo = (name: string, day: string): string[] => rangePrefixes(name, day, '1', '0')

/** The terms of this day and of all after it begin with one of these. */
export const daysFrom = (name: string, day: string): string[] => rangePrefixes(name, day, '0', '1')

/** The day itself, and at each digit that has a sibling in the range, all that begin with that sibling. */
function rangePrefixes(name: string, day: string, digit: string, sibling: string): string[] {
  const binary = toBinary(day)
  const siblings = Array.from(binary, (found, index) =>
    found === digit ? [binary.slice(0, index) + sibling] : [],
  )
  return [...siblings.flat(), binary].map((prefix) => `${name}:${prefix}`)
}
