import type { CategoryDefinition } from '#categories/define-category.ts'

export const pageSize = { max: 100, default: 24 }

/** Totals are exact up to this number. A larger total is only known to be larger. */
export const maxExactTotal = 1_000

/** The options of the sort menu; the first is the default. */
const sortOrders = [
  { value: 'new', label: 'Newest' },
  { value: 'price', label: 'Price: low to high' },
  { value: '-price', label: 'Price: high to low' },
] as const

/** Sorts by the first day of the period. */
const soonest = { value: 'soonest', label: 'Soonest available' } as const
const soonestWanted = { ...soonest, label: 'Soonest move-in' } as const

export type SortOrder = (typeof sortOrders)[number]['value'] | (typeof soonest)['value']

export const defaultOrder: SortOrder = sortOrders[0].value

export const sortOrdersOf = ({
  period,
  seeks,
}: CategoryDefinition): readonly { value: SortOrder; label: string }[] =>
  period ? [...sortOrders, seeks ? soonestWanted : soonest] : sortOrders
