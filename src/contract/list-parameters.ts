import type { CategoryDefinition } from '#categories/define-category.ts'

export const pageSize = { most: 100, normal: 24 }

/** As the sort menu offers them; the first is the default. */
export const orders = [
  { value: 'new', label: 'Newest' },
  { value: 'price', label: 'Price: low to high' },
  { value: '-price', label: 'Price: high to low' },
] as const

export type Order = (typeof orders)[number]['value']

const commonParameters = ['limit', 'order', 'cursor', 'q', 'max_price', 'min_price']

const defaults: Record<string, string> = { limit: String(pageSize.normal), order: orders[0].value }

/** The parameters that make a difference, in one order: the same list always has the same text. */
export function canonicalParameters(
  { filters }: CategoryDefinition,
  query: string | URLSearchParams,
): string {
  const known = new Set([...commonParameters, ...Object.keys(filters)])
  const given = [...new URLSearchParams(query)].map(([name, value]) => [name, value.trim()])
  const telling = given.filter(
    ([name = '', value]) => known.has(name) && value !== '' && value !== defaults[name],
  )
  const canonical = new URLSearchParams(telling)
  canonical.sort()
  return canonical.toString()
}
