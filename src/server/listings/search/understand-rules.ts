import type { Filter } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'

/** A part of the text, as filters by their parameter. Undefined leaves the text as it is. */
export type Meaning = Record<string, string> | undefined
export type Groups = readonly (string | undefined)[]
export type Rule = readonly [pattern: RegExp, meaning: (groups: Groups, today: string) => Meaning]

/** Letters and digits, as far as a word of a rule can touch them. Unicode classes would take five times as long. */
export const letter = '[a-z0-9\\u00c0-\\u024f]'

/** Text in lower case is matched from the start of a word to the end of one. Every pattern takes linear time. */
export const wholeWords = (pattern: string) =>
  new RegExp(`(?<!${letter})(?:${pattern})(?!${letter})`, 'g')

export const rule = (pattern: string, meaning: Rule[1]): Rule => [wholeWords(pattern), meaning]

/** Keeps the length of the text, which other letters would change. */
export const lowerAscii = (text: string) =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const escapePattern = (text: string) => text.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&')

const streets = `(?:st|street|ave|avenue|rd|road|dr|drive|cres|crescent|court|ct|blvd|boulevard|lane|way|place|pl|circle|trail|hill|park|garden|valley|creek)(?!${letter})`
/** A season or a month before one of these is a street: "Spring St". */
export const noStreet = `(?!\\s+${streets})`
/** A number before a street is the number of a house: "250 King St". */
export const noStreetName = `(?!\\s+${letter}+\\s+${streets})`

/** Returns the first filter of this kind, and its name. */
export const findFilter = ({ filters }: AnyCategory, kind: Filter['kind']) =>
  Object.entries<Filter>(filters).find(([, filter]) => filter.kind === kind)
