import { campus, perCampus } from '#campus/campus.ts'
import type { CampusPlace } from '#campus/campus-settings.ts'
import type { AnyCategory } from '#categories/index.ts'
import { anyCampus, filterSteps, formatNear } from '#categories/minutes.ts'
import type { UnderstoodPart } from '#contract/listings.ts'
import { tokenize } from './search-terms.ts'
import { synonymsOf } from './synonyms.ts'
import {
  escapePattern,
  findFilter,
  lowerAscii,
  type Meaning,
  noStreet,
  type Rule,
  rule,
  wholeWords,
} from './understand-rules.ts'

/** "Near campus" without a number means this many minutes on foot. */
const nearMinutes = 15

/** Returns the words for each place: its name, what means the same, and the full name of its university. */
function namedPlaces() {
  const { places, universities } = campus
  return places.flatMap((place) => {
    const own = tokenize(place.name)
    const full = universities
      .map(({ name }) => name)
      .filter((name) => own.every((word) => tokenize(name).includes(word)))
    const words = [place.name, ...own.flatMap(synonymsOf), ...full]
    return words.map((word) => [word.toLowerCase(), place] as const)
  })
}

/** Returns the alternatives of a pattern for the names. */
const anyName = (named: ReturnType<typeof namedPlaces>) =>
  named.map(([word]) => escapePattern(word)).join('|')

const universityBefore = '(?:university\\s+(?:of\\s+)?)?'
const campusAfter = '(?:\\s+(?:campus|university))?'

export function nearRules(category: AnyCategory): Rule[] {
  const near = findFilter(category, 'near')
  const { places } = campus
  if (!near || places.length === 0) return []
  const [name] = near
  const named = namedPlaces()
  const placeByWord = new Map(named)
  const target = `${universityBefore}(${anyName(named)}|campus|university|uni|school)${campusAfter}`
  const value = (word: string | undefined, minutes: number): Meaning => {
    const only = places.length === 1 ? places[0] : undefined
    const place = placeByWord.get(word ?? '') ?? only ?? anyCampus
    return { [name]: formatNear({ place, way: 'walk', minutes }) }
  }
  const minutes = (text: string | undefined) => filterSteps.find((step) => Number(text) <= step)
  return [
    rule(
      `(?:(?:under|within|less\\s+than|max)\\s+)?(\\d{1,2})\\s*-?\\s*min(?:ute)?s?(?:\\s+walk(?:ing)?)?\\s+(?:to|from|of)\\s+(?:the\\s+)?${target}`,
      ([text, word]) => {
        const step = minutes(text)
        return step && value(word, step)
      },
    ),
    rule(
      `(?:near|nearby|close\\s+to|next\\s+to|beside|walking\\s+distance\\s+(?:to|from|of)|walkable\\s+to)\\s+(?:the\\s+)?${target}`,
      ([word]) => value(word, nearMinutes),
    ),
    // The full name alone may be a city. A short name such as "UW" means the campus.
    ...shortNames(named).map((short) =>
      rule(`(${escapePattern(short)})`, ([word]) => value(word, nearMinutes)),
    ),
  ]
}

/** Returns the words that mean the same as the name of a place, such as "uw". */
const shortNames = (named: readonly (readonly [word: string, place: CampusPlace])[]): string[] =>
  named.flatMap(([word, { name }]) =>
    word !== name.toLowerCase() && word.length > 1 && !word.includes(' ') ? [word] : [],
  )

/** The pattern finds the name of a place anywhere in a text, but not in an address. */
const bareNames = perCampus(() => {
  const named = namedPlaces()
  if (named.length === 0) return undefined
  return {
    pattern: wholeWords(
      `(?<!\\d\\s)${universityBefore}(${anyName(named)})${campusAfter}${noStreet}`,
    ),
    placeByWord: new Map(named),
  }
})

/**
 * Reads the bare name of a place as "near" that place. The name may also be that of a city, or a word of
 * a listing, so call it for a search that finds too little.
 */
export function readPlace(
  category: AnyCategory,
  q: string,
): { part: UnderstoodPart; rest: string } | undefined {
  const near = findFilter(category, 'near')
  const names = bareNames()
  if (!near || !names) return undefined
  const [match] = lowerAscii(q).matchAll(names.pattern)
  const place = match && names.placeByWord.get(match[1] ?? '')
  if (!place) return undefined
  const end = match.index + match[0].length
  const filters = { [near[0]]: formatNear({ place, way: 'walk', minutes: nearMinutes }) }
  const rest = `${q.slice(0, match.index)} ${q.slice(end)}`.trim().replaceAll(/\s+/g, ' ')
  return { part: { text: q.slice(match.index, end), filters }, rest }
}
