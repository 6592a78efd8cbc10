import { parseTerm } from '#categories/academic-terms.ts'
import { coerceBoolean, coerceMoney, parseList } from '#categories/coercion.ts'
import { isDay } from '#categories/days.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { type ChoiceFilter, type Filter, findDayParameters } from '#categories/filter-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { formatNear, parseNearFilter } from '#categories/minutes.ts'
import { isBlank, isStorableText } from '#categories/text-rules.ts'
import { resolveOption } from './filter-conditions.ts'
import { defaultOrder, sortOrdersOf } from './list-parameters.ts'

type Parse = (text: string) => string | undefined

export const maxTextLength = 200

export const parseText: Parse = (text) => {
  // Drops half a surrogate pair at the cut.
  const trimmed = text
    .trim()
    .slice(0, maxTextLength)
    .replace(/[\ud800-\udbff]$/, '')
  return isStorableText(trimmed) && !isBlank(trimmed) ? trimmed.trim() : undefined
}

/** Rounds to whole cents, up to the highest price of any listing. Other numbers may be written with an exponent. */
const parsePrice: Parse = (text) => {
  const price = coerceMoney(text)
  if (typeof price !== 'number' || price < 0) return undefined
  return String(Math.round(Math.min(price, maxPrice) * 100) / 100)
}

const parseDay: Parse = (text) => (isDay(text.trim()) ? text.trim() : undefined)

/** Leaves the default order out of the URL. */
const orderParser =
  (category: AnyCategory): Parse =>
  (text) =>
    sortOrdersOf(category).find(({ value }) => value === text && value !== defaultOrder)?.value

const parseFlag: Parse = (text) => (coerceBoolean(text) === true ? '1' : undefined)

const commonParsers: Record<string, Parse> = {
  q: parseText,
  exact: parseFlag,
  min_price: parsePrice,
  max_price: parsePrice,
  cursor: parseText,
}

function parserFor(filter: Filter): Parse {
  switch (filter.kind) {
    case 'choice':
      return (text) => parseOption(filter, text)
    case 'choices':
      return (text) => {
        const chosen = parseChoices(text).map((item) => parseOption(filter, item))
        // The values are in the order of the filter panel, so that the same choices always give the same URL.
        return filter.options
          .map(({ value }) => value)
          .filter((value) => chosen.includes(value))
          .join()
      }
    case 'contains':
    case 'checked':
      return parseFlag
    case 'search':
    case 'code':
      return parseText
    case 'near':
      return (text) => {
        const parsed = parseNearFilter(text)
        return parsed && formatNear(parsed)
      }
    case 'term':
      return (text) => parseTerm(text)?.id
    case 'from':
    case 'to':
      return parseDay
    case 'months':
      return (text) => filter.options.map(String).find((months) => months === text.trim())
  }
}

function parseOption(filter: ChoiceFilter, text: string): string | undefined {
  const resolved = resolveOption(filter, text.trim())
  return filter.options.find(({ value }) => value === resolved)?.value
}

const parseChoices = (text: string): string[] =>
  parseList(text).filter((item) => typeof item === 'string')

const takesSeveral = ({ filters }: CategoryDefinition, name: string) =>
  filters[name]?.kind === 'choices'

/** Returns the values of a parameter. Only a filter that takes several can have more than one. */
export const splitValues = (category: CategoryDefinition, name: string, text: string) =>
  takesSeveral(category, name) ? parseChoices(text) : [text]

/**
 * Returns the valid filters in a URL's query, with search text, order and cursor. They are sorted by name, so that
 * equal filters give equal query keys.
 */
export function parseFilters(category: AnyCategory, searchParams: URLSearchParams) {
  const filters = readFilters(category, searchParams)
  const days = findDayParameters(category.filters)
  if (days && endsBeforeStart(filters, days)) filters.delete(days.to)
  if (!filters.has('q')) filters.delete('exact')
  return filters
}

/** Says which valid filter is ignored because another contradicts it, as may happen in a hand-made link. */
export function describeDropped(category: AnyCategory, searchParams: URLSearchParams) {
  const { filters: definitions }: CategoryDefinition = category
  const days = findDayParameters(definitions)
  if (!days || !endsBeforeStart(readFilters(category, searchParams), days)) return undefined
  const [from, to] = [definitions[days.from]?.label, definitions[days.to]?.label]
  return `“${to}” is before “${from}”, so we left it out.`
}

/** Like `parseFilters`, but keeps filters that contradict each other. */
export function readFilters(category: AnyCategory, searchParams: URLSearchParams) {
  const filters = new URLSearchParams()
  for (const name of [...new Set(searchParams.keys())].toSorted()) {
    const parse = findParser(category, name)
    // A URL may have thousands of names, and each look-up reads all of them.
    if (!parse) continue
    const given = searchParams.getAll(name).filter(Boolean)
    // A GET form repeats the name of a checkbox for each ticked value. Of a parameter that takes one value, the first
    // valid one counts.
    const texts = takesSeveral(category, name) ? [given.join()] : given
    const value = texts.map(parse).find(Boolean)
    if (value) filters.set(name, value)
  }
  return filters
}

function findParser(category: AnyCategory, name: string): Parse | undefined {
  const { filters }: CategoryDefinition = category
  if (Object.hasOwn(filters, name)) return parserFor(filters[name] as Filter)
  if (name === 'order') return orderParser(category)
  return Object.hasOwn(commonParsers, name) ? commonParsers[name] : undefined
}

export function endsBeforeStart(values: URLSearchParams, days: { from: string; to: string }) {
  const [from, to] = [values.get(days.from), values.get(days.to)]
  return Boolean(from && to && to < from)
}

/** Changes some filters and returns to the first page. An empty value removes a filter. */
export function withFilters(filters: URLSearchParams, changes: Record<string, string>) {
  const changed = new URLSearchParams(filters)
  changed.delete('cursor')
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** Removes everything except the order. */
export function withoutFilters(filters: URLSearchParams) {
  const order = filters.get('order')
  return new URLSearchParams(order ? { order } : {})
}
