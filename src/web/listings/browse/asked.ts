import type { Filter } from '#categories/define-category.ts'
import type { AnyCategory } from '#categories/index.ts'
import { isStorable, readCheckbox, readNumber } from '#categories/readings.ts'
import { optionFor } from '#contract/conditions.ts'
import { orders } from '#contract/list-parameters.ts'

type Read = (text: string) => string | undefined

export const longestText = 200

const readText: Read = (text) => {
  const trimmed = text.trim().slice(0, longestText)
  return isStorable(trimmed) ? trimmed : undefined
}

const readPrice: Read = (text) => {
  const price = readNumber(text)
  return typeof price === 'number' && price >= 0 ? String(price) : undefined
}

/** The default order is not worth a word in the address. */
const readOrder: Read = (text) => orders.slice(1).find(({ value }) => value === text)?.value

const common: Record<string, Read> = {
  q: readText,
  min_price: readPrice,
  max_price: readPrice,
  order: readOrder,
  cursor: readText,
}

function readerFor(filter: Filter): Read {
  switch (filter.kind) {
    case 'choice':
      return (text) => {
        const wanted = optionFor(filter, text.trim())
        return filter.options.find(({ value }) => value === wanted)?.value
      }
    case 'mention':
      return (text) => (readCheckbox(text) === true ? '1' : undefined)
    case 'words':
    case 'code':
      return readText
  }
}

/** What an address asks of a category's list, in one order; what makes no sense there is left out. */
export function readAsked({ filters }: AnyCategory, search: URLSearchParams): URLSearchParams {
  const readers = { ...common }
  for (const [name, filter] of Object.entries(filters)) readers[name] = readerFor(filter)
  const asked = new URLSearchParams()
  for (const name of Object.keys(readers).toSorted()) {
    const value = readers[name]?.(search.get(name) ?? '')
    if (value) asked.set(name, value)
  }
  return asked
}

/** The same with some of it changed, from its first page; an empty value takes a parameter away. */
export function askedWith(asked: URLSearchParams, changes: Record<string, string>) {
  const changed = new URLSearchParams(asked)
  changed.delete('cursor')
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** What "Clear all" leaves: the order. */
export function askedWithoutFilters(asked: URLSearchParams) {
  const order = asked.get('order')
  return new URLSearchParams(order ? { order } : {})
}
