import { stem } from 'porter2'

/** Shorter words keep their endings: "bus" is no plural. Without a vowel they are abbreviations: "TVs". */
const minLength = 4
const abbreviations = /^[b-df-hj-np-tv-xz][b-df-hj-np-rtv-xz]s$/

/** Words of plain letters. The stemmer knows English alone, and numbers have no endings. */
const english = /^[a-z]+$/

/** Returns the word without its ending, so that "desks" and "desk" are the same: "studies" gives "studi". */
export function stemOf(word: string): string {
  if (abbreviations.test(word)) return word.slice(0, -1)
  return word.length >= minLength && english.test(word) ? stem(word) : word
}
