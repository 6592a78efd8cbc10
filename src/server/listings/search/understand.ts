import { perCampus } from '#campus/campus.ts'
import { type Filter, findDayParameters, isPeriodFilter } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { maxTextLength } from '#contract/list-filters.ts'
import type { UnderstoodPart } from '#contract/listings.ts'
import { joinIsbns, splitPhrases } from './search-terms.ts'
import { replaceCounts } from './synonyms.ts'
import {
  findTerm,
  firstDayOf,
  isAlsoVerb,
  lastDayOf,
  monthPattern,
  termByLetter,
  termWords,
} from './understand-days.ts'
import { nearRules } from './understand-places.ts'
import { priceRules } from './understand-prices.ts'
import {
  escapePattern,
  findFilter,
  lowerAscii,
  type Meaning,
  noStreet,
  type Rule,
  rule,
} from './understand-rules.ts'

export interface UnderstoodText {
  /** The words that are left to search for. */
  rest: string
  parts: UnderstoodPart[]
  /** Whether the text has a word for the whole category, such as "textbooks". */
  namesCategory: boolean
}

const year = '(20\\d\\d)'

function dayRules(category: AnyCategory): Rule[] {
  const term = findFilter(category, 'term')
  const days = findDayParameters(category.filters)
  const rules: Rule[] = []
  if (days) {
    const { from, to } = days
    rules.push(
      rule(
        `(?:from\\s+|between\\s+)?${monthPattern}\\.?(?:\\s+${year})?\\s*(?:-|–|to|until|till|through|and)\\s*${monthPattern}\\.?(?:\\s+${year})?`,
        ([first = '', firstYear, last = '', lastYear], today) => {
          const begin = firstDayOf(first, firstYear ?? undefined, today)
          const end = lastDayOf(last, lastYear, begin)
          // "Sep to Dec 2027" gives the year once, at the end.
          if (lastYear && !firstYear) {
            const sameYear = firstDayOf(first, lastYear, today)
            return { [from]: sameYear <= end ? sameYear : begin, [to]: end }
          }
          return { [from]: begin, [to]: end }
        },
      ),
      rule(
        `(from|starting|start|beginning|in|for)?\\s*${monthPattern}(?:\\s+${year})?(?:\\s+start)?${noStreet}`,
        ([preposition, month = '', itsYear], today) =>
          !preposition && !itsYear && isAlsoVerb(month)
            ? undefined
            : { [from]: firstDayOf(month, itsYear, today) },
      ),
      rule(
        `(?:until|till)\\s+(?:the\\s+end\\s+of\\s+)?${monthPattern}(?:\\s+${year})?`,
        ([month = '', itsYear], today) => ({
          [to]: lastDayOf(month, itsYear, today),
        }),
      ),
    )
    // "until April" is not "April": the rule for the end comes before the rule for a month alone.
    rules.push(...rules.splice(1, 1))
  }
  if (term) {
    const [name] = term
    const words = termWords().map(escapePattern).join('|')
    const meaning = (word: string, itsYear: string | undefined, today: string): Meaning => {
      const found = findTerm(word, itsYear, today)
      return found && { [name]: found.id }
    }
    rules.push(
      rule(`${year}\\s+(${words})(?:\\s+term)?${noStreet}`, ([itsYear, word = ''], today) =>
        meaning(word, itsYear, today),
      ),
      rule(`(${words})(?:\\s+term)?(?:\\s+${year})?${noStreet}`, ([word = '', itsYear], today) =>
        meaning(word, itsYear, today),
      ),
      // "W27" is the winter of 2027.
      rule(
        `(${[...termByLetter().keys()].join('|')})['’]?([2-4]\\d)(?:\\s+term)?`,
        ([first = '', digits], today) =>
          meaning(termByLetter().get(first) ?? '', `20${digits}`, today),
      ),
    )
  }
  const length = findFilter(category, 'months')
  if (length?.[1].kind === 'months') {
    const [name, { options }] = length
    rules.push(
      rule('(\\d{1,2})(?:\\s*-?\\s*)(?:months?|mos?)(?:\\s+(?:lease|contract))?', ([text]) =>
        options.includes(Number(text)) ? { [name]: String(Number(text)) } : undefined,
      ),
    )
  }
  return rules
}

const wordRules = ({ filters }: AnyCategory): Rule[] =>
  Object.entries<Filter>(filters).flatMap(([name, filter]) => {
    const values = 'options' in filter && filter.kind !== 'months' ? filter.options : []
    const meanings = 'words' in filter ? [{ value: '1', words: filter.words }] : values
    return meanings.flatMap(({ value, words }) =>
      words ? [rule(words.map(escapePattern).join('|'), () => ({ [name]: value }))] : [],
    )
  })

const rulesByCategory = perCampus(() => new Map<string, Rule[]>())

/** Compiles the rules of a category once for each campus. */
function rulesOf(category: AnyCategory): Rule[] {
  const known = rulesByCategory().get(category.id)
  if (known) return known
  const rules = [
    ...nearRules(category),
    ...dayRules(category),
    ...priceRules(category),
    ...wordRules(category),
  ]
  rulesByCategory().set(category.id, rules)
  return rules
}

/** Words that say nothing about a listing. A search needs other words, or it keeps them. */
const fillers = new Set(
  'a an the for with of in to and or at on near by from is i im we my can available looking want wanted need buy sell selling find some any where somewhere anywhere please'.split(
    ' ',
  ),
)

/**
 * Reads what a student means: prices, days, terms, places and the like become filters, and the rest stays words to search
 * for. The first words for a filter count.
 */
export function understand(category: AnyCategory, q: string, today: string): UnderstoodText {
  const parts: UnderstoodPart[] = []
  const taken = new Set<string>()
  // Long runs of spaces would take the square of their length, and no list accepts a longer text.
  const text = q.slice(0, maxTextLength).replaceAll(/\s+/g, ' ')
  let rest = replaceCounts(category, joinIsbns(category, text))
  for (const [pattern, meaning] of rulesOf(category)) {
    const pieces: string[] = []
    let end = 0
    for (const match of lowerAscii(rest).matchAll(pattern)) {
      const [found, ...groups] = match
      const filters = meaning(groups, today)
      const names = Object.keys(filters ?? {})
      if (!filters || names.some((name) => taken.has(name))) continue
      for (const name of names) taken.add(name)
      parts.push({ text: rest.slice(match.index, match.index + found.length).trim(), filters })
      pieces.push(rest.slice(end, match.index))
      end = match.index + found.length
    }
    if (end > 0) rest = [...pieces, rest.slice(end)].join(' ')
  }
  rest = splitBedrooms(category, rest, parts)
  return { ...readWords(category, rest, parts), parts }
}

/** Turns "2 bedroom" into the filter for its field, if an option has this number. */
function splitBedrooms(category: AnyCategory, text: string, parts: UnderstoodPart[]): string {
  const { phrases, rest } = splitPhrases(category, text)
  const [phrase, ...others] = phrases
  if (!phrase || others.length > 0) return text
  for (const [name, filter] of Object.entries<Filter>(category.filters)) {
    if (filter.kind !== 'choice' || filter.field !== phrase.field) continue
    const option = filter.options.find(({ matches }) => matches.includes(phrase.value))
    if (!option) return text
    parts.push({ text: removedFrom(text, rest), filters: { [name]: option.value } })
    return rest
  }
  return text
}

/** Returns the part that is in the first text and not in the second, which has a space instead. */
function removedFrom(text: string, rest: string): string {
  let start = 0
  while (start < rest.length && text[start] === rest[start]) start++
  const end = rest.length - start - 1
  return text
    .normalize('NFKC')
    .slice(start, end > 0 ? -end : undefined)
    .trim()
}

const plain = (word: string) => word.toLowerCase().replace(/['’.,!?]/g, '')
const isFiller = (word: string) => fillers.has(plain(word))

/** Drops fillers and the words for the category itself. Text between words stays, because ISBNs have hyphens. */
function readWords(category: AnyCategory, text: string, parts: readonly UnderstoodPart[]) {
  // Stems would be too much here: a house is not housing.
  const own = new Set((category.search.words ?? []).flatMap((word) => [word, `${word}s`]))
  const typed = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const words = withoutPurpose(category, typed, parts)
  const isOwn = (word: string) => own.has(word.toLowerCase())
  const content = words.filter((word) => !isOwn(word) && !isFiller(word))
  const namesCategory = words.length < typed.length || words.some(isOwn)
  const kept = content.length > 0 || namesCategory || parts.length > 0 ? content : words
  return { rest: kept.join(' '), namesCategory }
}

const beforeVerb = new Set(['to', 'i', 'we'])
const somePlace = new Set(['somewhere', 'anywhere', 'place'])
const purposeWords = new Set([...beforeVerb, ...somePlace, 'can', 'where'])

/**
 * Drops "somewhere to live", which means the category. Without "to", the verb must stand beside a filter: "living near
 * campus", but not "living room" or "live music". Beside a term or days, any verb will do: "a place to crash in winter".
 */
function withoutPurpose(
  { search, filters }: AnyCategory,
  words: string[],
  parts: readonly UnderstoodPart[],
): string[] {
  const { verbs = [] } = search
  const definitions: Readonly<Record<string, Filter>> = filters
  const isOfPeriod = (name: string) => definitions[name] && isPeriodFilter(definitions[name])
  const hasPeriod = parts.some((part) => Object.keys(part.filters).some(isOfPeriod))
  const at = words.findIndex((word, index) => {
    const [place, before] = [words[index - 2], words[index - 1]].map((each) => plain(each ?? ''))
    const isPlaceTo = before === 'to' && somePlace.has(place ?? '')
    if (!verbs.includes(plain(word))) return verbs.length > 0 && hasPeriod && isPlaceTo
    const next = words[index + 1]
    const isAlone = parts.length > 0 && (next === undefined || isFiller(next))
    return isAlone || beforeVerb.has(before ?? '')
  })
  if (at === -1) return words
  let first = at
  while (purposeWords.has(plain(words[first - 1] ?? ''))) first--
  return words.toSpliced(first, at + 1 - first)
}
