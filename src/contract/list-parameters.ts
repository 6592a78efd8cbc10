import { campus } from '#campus/campus.ts'
import type { CategoryDefinition } from '#categories/define-category.ts'
import { type NearOrder, nearOrder } from '#categories/minutes.ts'

export const pageSize = { max: 100, default: 24 }

/** Totals are exact up to this number. A larger total is only known to be larger. */
export const maxExactTotal = 1_000

/** Fewer letters of a search are not sent to the server for suggestions. */
export const minSuggestLength = 2
export const maxSuggestions = 6

/** The options of the sort menu; the first is the default. */
const sortOrders = [
  { value: 'new', label: 'Newest' },
  { value: 'price', label: 'Price: low to high' },
  { value: '-price', label: 'Price: high to low' },
] as const

/** Sorts by the first day of the period. */
const soonest = { value: 'soonest', label: 'Soonest available' } as const
const soonestWanted = { ...soonest, label: 'Soonest move-in' } as const

export type SortOrder = (typeof sortOrders)[number]['value'] | (typeof soonest)['value'] | NearOrder

export const defaultOrder: SortOrder = sortOrders[0].value

/** Returns the orders of a category. A category with minutes has one for each campus. */
export const sortOrdersOf = ({
  period,
  seeks,
  filters,
}: CategoryDefinition): readonly { value: SortOrder; label: string }[] => [
  ...sortOrders,
  ...(period ? [seeks ? soonestWanted : soonest] : []),
  ...(Object.values(filters).some(({ kind }) => kind === 'near')
    ? campus.places.map(({ id, name }) => ({ value: nearOrder(id), label: `Nearest to ${name}` }))
    : []),
]
