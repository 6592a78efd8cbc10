import type { Filter } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { FilterCondition } from '#contract/filter-conditions.ts'
import { tokenize } from './tokenize.ts'

/** Matches listings that have any of these terms; with `isPrefix`, any term that begins with one. */
export interface SearchTerm {
  anyOf: string[]
  isPrefix: boolean
}

type Values = Readonly<Record<string, unknown>>

/** Raise it when another text is built from the same listing and definition: the next start then rebuilds the stored ones. */
export const searchTextVersion = 1

/**
 * The indexed terms of a listing, separated by spaces: the words of its searchable fields and one term for each
 * value a filter can ask for. The category is their prefix, so that a posting list holds one category only.
 */
export function buildSearchText(category: AnyCategory, values: Values): string {
  const { id, search, filters } = category
  const terms = new Set<string>()
  for (const field of search.fields) {
    for (const word of tokenize(asText(values[field]))) terms.add(`${id}/${word}`)
  }
  for (const filter of Object.values(filters)) {
    for (const term of filterTerms(filter, values[filter.field])) terms.add(`${id}/${term}`)
  }
  return [...terms].join(' ')
}

/** The terms that a search and its filters require. Text without words adds none. */
export function toSearchTerms(
  { id }: AnyCategory,
  q = '',
  conditions: FilterCondition[] = [],
): SearchTerm[] {
  const words = dropPrefixes(tokenize(q)).map((word) => prefixTerm(`${id}/${word}`))
  return [...words, ...conditions.flatMap((condition) => conditionTerms(`${id}/`, condition))]
}

function filterTerms({ kind, field, ...filter }: Filter, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  switch (kind) {
    case 'choice':
      return [valueTerm(field, value)]
    case 'code':
      return [valueTerm(field, normalizeCode(value))]
    case 'search':
      return tokenize(asText(value)).map((word) => `${field}:${word}`)
    case 'contains': {
      const text = 'text' in filter ? filter.text : ''
      return containsText(value, text) ? [containsTerm(field, text)] : []
    }
  }
}

function conditionTerms(prefix: string, condition: FilterCondition): SearchTerm[] {
  const { kind, field } = condition
  switch (kind) {
    case 'choice':
      return [exactTerm(condition.values.map((value) => prefix + valueTerm(field, value)))]
    case 'code':
      return [exactTerm([prefix + valueTerm(field, condition.text)])]
    case 'contains':
      return [exactTerm([prefix + containsTerm(field, condition.text)])]
    case 'search':
      return dropPrefixes(tokenize(condition.text)).map((word) =>
        prefixTerm(`${prefix}${field}:${word}`),
      )
  }
}

const exactTerm = (anyOf: string[]): SearchTerm => ({ anyOf, isPrefix: false })
const prefixTerm = (term: string): SearchTerm => ({ anyOf: [term], isPrefix: true })
const valueTerm = (field: string, value: unknown) => `${field}=${escapeTerm(String(value))}`
const containsTerm = (field: string, text: string) => `${field}~${escapeTerm(text)}`

/** Percent-encodes ASCII punctuation and spaces, which would split a term or be query syntax. */
function escapeTerm(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\0-\x7f]/g, (c) => (/[a-z0-9]/.test(c) ? c : `%${c.charCodeAt(0).toString(16)}`))
}

function containsText(value: unknown, text: string): boolean {
  return [value].flat().some((entry) => String(entry).toLowerCase().includes(text.toLowerCase()))
}

const normalizeCode = (value: unknown) => String(value).toUpperCase().replace(/[\s-]/g, '')
const asText = (value: unknown) => (typeof value === 'string' ? value : '')

/** A word that is a prefix of another adds nothing to a prefix search. */
function dropPrefixes(words: string[]): string[] {
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
}
