import { coerceBoolean, coerceNumber } from '#categories/coercion.ts'
import type { Filter } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import { isStorableText } from '#categories/text-rules.ts'
import { resolveOption } from '#contract/filter-conditions.ts'
import { sortOrders } from '#contract/list-parameters.ts'

type Parse = (text: string) => string | undefined

export const maxTextLength = 200

const parseText: Parse = (text) => {
  const trimmed = text.trim().slice(0, maxTextLength)
  return isStorableText(trimmed) ? trimmed : undefined
}

const parsePrice: Parse = (text) => {
  const price = coerceNumber(text)
  return typeof price === 'number' && price >= 0 ? String(price) : undefined
}

/** The default order is left out of the URL. */
const parseOrder: Parse = (text) => sortOrders.slice(1).find(({ value }) => value === text)?.value

const commonParsers: Record<string, Parse> = {
  q: parseText,
  min_price: parsePrice,
  max_price: parsePrice,
  order: parseOrder,
  cursor: parseText,
}

function parserFor(filter: Filter): Parse {
  switch (filter.kind) {
    case 'choice':
      return (text) => {
        const resolved = resolveOption(filter, text.trim())
        return filter.options.find(({ value }) => value === resolved)?.value
      }
    case 'contains':
      return (text) => (coerceBoolean(text) === true ? '1' : undefined)
    case 'search':
    case 'code':
      return parseText
  }
}

/**
 * The valid filters in a URL's query, with search text, order and cursor. Sorted by name, so that equal
 * filters make equal query keys.
 */
export function parseFilters(category: AnyCategory, searchParams: URLSearchParams) {
  const parsers = { ...commonParsers }
  for (const [name, filter] of Object.entries(category.filters)) parsers[name] = parserFor(filter)
  const filters = new URLSearchParams()
  for (const name of Object.keys(parsers).toSorted()) {
    const value = parsers[name]?.(searchParams.get(name) ?? '')
    if (value) filters.set(name, value)
  }
  return filters
}

/** Changes some filters and returns to the first page; an empty value removes a filter. */
export function withFilters(filters: URLSearchParams, changes: Record<string, string>) {
  const changed = new URLSearchParams(filters)
  changed.delete('cursor')
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** Keeps the order only. */
export function clearFilters(filters: URLSearchParams) {
  const order = filters.get('order')
  return new URLSearchParams(order ? { order } : {})
}
