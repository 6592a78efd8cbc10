import { stem } from 'porter2'

/** Shorter words keep their endings: "bus" is no plural. */
const minLength = 4

/** Words of plain letters. The stemmer knows English alone, and numbers have no endings. */
const english = /^[a-z]+$/

/** Returns the word without its ending, so that "desks" and "desk" are the same: "studies" gives "studi". */
export function stemOf(word: string): string {
  return word.length >= minLength && english.test(word) ? stem(word) : word
}
