import type { Field } from '#categories/field-kinds.ts'
import { type Filter, isPeriodFilter } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { addressField, estimateName, withDerived } from '#categories/listing-values.ts'
import {
  minuteSteps,
  minuteTerm,
  minuteTerms,
  placesOfCondition,
  unsaidStep,
} from '#categories/minutes.ts'
import { type FilterCondition, toPlainCode } from '#contract/filter-conditions.ts'
import { categoryOf, fieldValues, type ListingContent } from '#contract/listing.ts'
import { periodConditionTerms, periodTerms, periodText } from './period-terms.ts'
import {
  escapeTerm,
  exactTerm,
  findPhrases,
  joinIsbns,
  prefixTerm,
  type SearchTerm,
  splitPhrases,
  tokenize,
  tokenizeWithCompounds,
} from './search-terms.ts'
import { stemOf } from './stem.ts'
import { type Alternative, findAlternatives, synonymsOf } from './synonyms.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Raise this number when the same listing and definition give a different text. The next start then rebuilds the stored
 * texts.
 */
export const searchTextVersion = 5

/**
 * Returns the indexed terms of a listing, separated by spaces: the words of its searchable fields, and one term for
 * each value that a filter can ask for. Each term begins with the category, so that a posting list holds only one
 * category. The mark after the category separates words from filters, so that "house" does not find every house_type.
 */
export function buildSearchText(listing: ListingContent): string {
  const category = categoryOf(listing)
  const { id, search, fields, filters } = category
  const known = withDerived(category, fieldValues(listing))
  const terms = new Set<string>()
  const texts = search.fields.map((name) => ({
    text: fieldText(fields[name], known[name]),
    isExact: isExactField(category, name),
  }))
  for (const { text, isExact } of [...texts, { text: periodText(listing), isExact: true }]) {
    for (const word of tokenizeWithCompounds(text)) {
      terms.add(wordTerm(id, word))
      const stem = isExact ? word : stemOf(word)
      if (stem !== word) terms.add(stemTerm(id, stem))
    }
  }
  const filterTerms = [
    ...Object.values(filters).flatMap((filter) => valueTerms(filter, known)),
    ...periodTerms(listing),
    ...phraseTerms(listing, known),
  ]
  for (const term of filterTerms) terms.add(filterTerm(id, term))
  return [...terms].join(' ')
}

/** Course codes, ISBNs and addresses have no endings to ignore. */
function isExactField(category: AnyCategory, name: string): boolean {
  const { [name]: field }: Readonly<Record<string, Field>> = category.fields
  return field?.kind === 'codes' || field?.kind === 'isbn' || name === addressField(category)
}

/**
 * How many words of a search count. Each Chinese character is a word, and a hundred of them in a dozen searches would hold up
 * the site.
 */
const maxWords = 30

/**
 * Returns the terms that a search and its filters require. Text without words adds no term. With `isExact`, a word finds
 * only itself and words that begin with it.
 */
export function toSearchTerms(
  category: AnyCategory,
  q = '',
  conditions: readonly FilterCondition[] = [],
  { isExact = false }: { isExact?: boolean | undefined } = {},
): SearchTerm[] {
  const { id } = category
  const { phrases, rest } = splitPhrases(category, joinIsbns(category, q))
  const words = tokenize(rest).slice(0, maxWords)
  return [
    ...(isExact
      ? dropPrefixes(words).map((word) => prefixTerm([wordTerm(id, word)]))
      : toWordTerms(id, words)),
    ...phrases.map(({ field, value }) => exactTerm([filterTerm(id, valueTerm(field, value))])),
    ...conditionTerms(conditions).map(({ anyOf, isPrefix }) => ({
      anyOf: anyOf.map((term) => filterTerm(id, term)),
      isPrefix,
    })),
  ]
}

function toWordTerms(category: string, words: string[]): SearchTerm[] {
  const alternatives = findAlternatives(words)
  const inAlternatives = new Set(alternatives.flatMap(({ typed }) => typed))
  const others = words.filter((word) => !inAlternatives.has(word))
  return [
    ...dropPrefixes(others).map((word) => toWordTerm(category, word)),
    ...alternatives.flatMap((alternative) => toAlternativeTerms(category, alternative)),
  ]
}

/**
 * Returns terms that all words of one side have, or all of the other: "orgo, or organic and chemistry" is "orgo or
 * organic, and orgo or chemistry".
 */
const toAlternativeTerms = (category: string, { typed, instead }: Alternative): SearchTerm[] =>
  typed.flatMap((word) => {
    const term = toWordTerm(category, word)
    return instead.map((other) => ({
      ...term,
      whole: [
        ...(term.whole ?? []),
        ...[other, ...synonymsOf(other)].flatMap((each) => [
          wordTerm(category, each),
          stemTerm(category, stemOf(each)),
        ]),
      ],
    }))
  })

/** Returns the term of a word: words that begin with it, have its stem, or mean the same. */
function toWordTerm(category: string, word: string): SearchTerm {
  const stem = stemOf(word)
  const whole = [
    // Some words do not begin with their stem: "gaming" has the stem "game".
    ...(stem === word ? [] : [wordTerm(category, stem)]),
    stemTerm(category, stem),
    ...synonymsOf(word).flatMap((other) => [
      wordTerm(category, other),
      stemTerm(category, stemOf(other)),
    ]),
  ]
  return { ...prefixTerm([wordTerm(category, word)]), whole: [...new Set(whole)] }
}

/** Returns the terms for conditions that are prefixes already. */
export const toPeriodTerms = (
  { id }: AnyCategory,
  prefixes: readonly (readonly string[])[],
): SearchTerm[] =>
  prefixes.map((anyOf) => prefixTerm(anyOf.map((prefix) => filterTerm(id, prefix))))

/** Returns the term of the listings that are in one step of minutes from a campus on foot. */
export function minutesSearchTerm(
  { id, filters }: AnyCategory,
  placeId: string,
  step: number,
): SearchTerm {
  const filter = Object.values<Filter>(filters).find(({ kind }) => kind === 'near')
  if (filter?.kind !== 'near') throw new Error('Only a category with minutes has this order.')
  const term = valueTerm(filter.field, minuteTerm(placeId, 'walk', step))
  return exactTerm([filterTerm(id, term)])
}

export const wordTerm = (category: string, word: string) => `${category}/${word}`
/** The mark keeps stems apart from words: a search for the beginning of a word must not find them. */
export const stemTerm = (category: string, stem: string) => `${category}/=${stem}`
const filterTerm = (category: string, term: string) => `${category}:${term}`

/**
 * Returns the searchable text of a field. A list gives all its items. A checkbox gives its card text and, if it is
 * checked, its label.
 */
function fieldText(field: Field | undefined, value: unknown): string {
  if (field?.kind !== 'checkbox') return [value ?? ''].flat().join(' ')
  const { cardText, radioLabels, label } = field
  if (value !== true) return (value === false && cardText?.no) || ''
  // The label of two radio buttons names both values, so it is left out.
  return [cardText?.yes, radioLabels ? '' : label].join(' ')
}

function valueTerms(filter: Filter, values: Values): string[] {
  if (isPeriodFilter(filter)) return []
  const { kind, field } = filter
  const value = values[field]
  if (value === null || value === undefined || value === '') return []
  switch (kind) {
    case 'choice':
    case 'choices':
      return [valueTerm(field, value)]
    case 'code':
      return [value].flat().map((code) => valueTerm(field, toPlainCode(code)))
    case 'search':
      return tokenize(String(value)).map((word) => `${field}:${word}`)
    case 'near':
      return minuteTerms(value, values[estimateName(field)]).map((term) => valueTerm(field, term))
    case 'checked':
      return value === true ? [valueTerm(field, value)] : []
    case 'contains':
      return containsText(value, filter.text) ? [containsTerm(field, filter.text)] : []
  }
}

/** Returns terms for phrases of the title. It may say what the fields do not: "2 bedroom apartment". */
function phraseTerms(listing: ListingContent, values: Values): string[] {
  const category = categoryOf(listing)
  const phrases = findPhrases(category, listing.title)
  return (category.search.phrases ?? []).flatMap(({ field }) => {
    const value = values[field]
    if (value !== null && value !== undefined) return [valueTerm(field, value)]
    return phrases
      .filter((phrase) => phrase.field === field)
      .map(({ value }) => valueTerm(field, value))
  })
}

/** Returns the terms of the conditions, without the category. */
const conditionTerms = (conditions: readonly FilterCondition[]): SearchTerm[] => [
  ...conditions.flatMap(fieldConditionTerms),
  ...periodConditionTerms(conditions).map(prefixTerm),
]

function fieldConditionTerms(condition: FilterCondition): SearchTerm[] {
  switch (condition.kind) {
    case 'choice': {
      const { field, values } = condition
      return [exactTerm(values.map((value) => valueTerm(field, value)))]
    }
    case 'code': {
      const { field, texts } = condition
      return [exactTerm(texts.map((text) => valueTerm(field, text)))]
    }
    case 'near': {
      const { field, placeId, way, minutes, orUnsaid } = condition
      const said = minuteSteps.filter((step) => step <= minutes)
      const steps = orUnsaid ? [...said, unsaidStep] : said
      const terms = placesOfCondition(placeId).flatMap((place) =>
        steps.map((step) => valueTerm(field, minuteTerm(place, way, step))),
      )
      return [exactTerm(terms)]
    }
    case 'contains':
      return [exactTerm([containsTerm(condition.field, condition.text)])]
    case 'search': {
      const { field, text } = condition
      return dropPrefixes(tokenize(text)).map((word) => prefixTerm([`${field}:${word}`]))
    }
    default:
      return []
  }
}

const valueTerm = (field: string, value: unknown) => `${field}=${escapeTerm(String(value))}`
const containsTerm = (field: string, text: string) => `${field}~${escapeTerm(text)}`

function containsText(value: unknown, text: string): boolean {
  return [value].flat().some((entry) => String(entry).toLowerCase().includes(text.toLowerCase()))
}

/** Drops words that are prefixes of others, because they add nothing to a prefix search. */
function dropPrefixes(words: string[]): string[] {
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
}
