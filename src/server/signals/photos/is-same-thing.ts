import { titleLikeness, toComparableTitle } from '../duplicates/compare-titles.ts'

const abbreviations: Record<string, string> = {
  street: 'st',
  avenue: 'ave',
  road: 'rd',
  drive: 'dr',
  crescent: 'cres',
  court: 'ct',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}
const number = /^\d+\p{L}?$/u
const beginsWithLetter = /^\p{L}/u
/** A number after it is not that of a house. */
const partOfHouse = /^(?:unit|apt|apartment|suite|room|bedroom|floor)$/

/**
 * Whether two addresses, or two titles, may be of one thing. In doubt they are: housemates write their address in
 * different ways, and both show the kitchen.
 */
export function isSameThing(one: string, other: string): boolean {
  const titles = [toComparableTitle(one), toComparableTitle(other)] as const
  if (titleLikeness(...titles) > 0) return true
  const [words, otherWords] = titles.map(({ text }) => splitWords(text)) as [string[], string[]]
  const [houses, otherHouses] = [findNumbered(words), findNumbered(otherWords)]
  if (houses.length > 0 && otherHouses.length > 0) {
    return houses.some((house) => otherHouses.includes(house))
  }
  // "Columbia Street" may be "300 Columbia St W"; the name of the town alone may be anywhere.
  const streets = [...houses, ...otherHouses].map((house) => house.split(' ')[1] ?? '')
  if (streets.length > 0) {
    return streets.some((street) => words.includes(street) && otherWords.includes(street))
  }
  const [shorter, longer] =
    words.length < otherWords.length ? [words, otherWords] : [otherWords, words]
  return shorter.length > 0 && shorter.every((word) => longer.includes(word))
}

const splitWords = (text: string) => text.split(' ').map((word) => abbreviations[word] ?? word)

/** Numbers with what follows them: of "Unit 3, 256 Phillip St", as of "3-256 Phillip Street", that is "256 phillip". */
function findNumbered(words: string[]): string[] {
  return words.flatMap((word, index) => {
    const [before = '', next = ''] = [words[index - 1], words[index + 1]]
    const isNumbered = number.test(word) && beginsWithLetter.test(next) && !partOfHouse.test(before)
    return isNumbered ? `${word} ${next}` : []
  })
}
