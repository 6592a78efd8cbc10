import type { Filter } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { Condition } from '#contract/conditions.ts'
import { wordsOf } from './search-words.ts'

/** What a listing must be found by: one of the terms, or, with `begins`, a term that begins so. */
export interface Wanted {
  terms: string[]
  begins: boolean
}

type Values = Readonly<Record<string, unknown>>

/**
 * Everything a listing is found by, as terms with spaces between: the words that search reads, and what
 * its filters ask. Each begins with the category, so that a term's list holds one category alone.
 */
export function searchTextOf(category: AnyCategory, values: Values): string {
  const { id, search, filters } = category
  const terms = new Set<string>()
  for (const field of search.reads) {
    for (const word of wordsOf(textIn(values[field]))) terms.add(`${id}/${word}`)
  }
  for (const filter of Object.values(filters)) {
    for (const term of termsFor(filter, values[filter.field])) terms.add(`${id}/${term}`)
  }
  return [...terms].join(' ')
}

/** What a search and its filters ask for. A text without a word in it asks for nothing. */
export function wantedBy({ id }: AnyCategory, q = '', conditions: Condition[] = []): Wanted[] {
  const words = longest(wordsOf(q)).map((word) => ({ terms: [`${id}/${word}`], begins: true }))
  return [...words, ...conditions.flatMap((condition) => wantedOf(`${id}/`, condition))]
}

function termsFor({ kind, field, ...filter }: Filter, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  switch (kind) {
    case 'choice':
      return [fact(field, value)]
    case 'code':
      return [fact(field, codeIn(value))]
    case 'words':
      return wordsOf(textIn(value)).map((word) => `${field}:${word}`)
    case 'mention': {
      const text = 'text' in filter ? filter.text : ''
      return mentions(value, text) ? [mention(field, text)] : []
    }
  }
}

function wantedOf(start: string, condition: Condition): Wanted[] {
  const { how, field } = condition
  switch (how) {
    case 'one-of':
      return [exactly(condition.values.map((value) => start + fact(field, value)))]
    case 'code':
      return [exactly([start + fact(field, condition.text)])]
    case 'mention':
      return [exactly([start + mention(field, condition.text)])]
    case 'words':
      return longest(wordsOf(condition.text)).map((word) => ({
        terms: [`${start}${field}:${word}`],
        begins: true,
      }))
  }
}

const exactly = (terms: string[]): Wanted => ({ terms, begins: false })
const fact = (field: string, value: unknown) => `${field}=${inOnePiece(String(value))}`
const mention = (field: string, text: string) => `${field}~${inOnePiece(text)}`

/** Without what would end a term or could be taken for syntax; different texts stay different. */
function inOnePiece(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\0-\x7f]/g, (c) => (/[a-z0-9]/.test(c) ? c : `%${c.charCodeAt(0).toString(16)}`))
}

function mentions(value: unknown, text: string): boolean {
  return [value].flat().some((entry) => String(entry).toLowerCase().includes(text.toLowerCase()))
}

const codeIn = (value: unknown) => String(value).toUpperCase().replace(/[\s-]/g, '')
const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** A word that begins another asks for nothing more. */
function longest(words: string[]): string[] {
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
}
