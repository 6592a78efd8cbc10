export const pageSize = { max: 100, default: 24 }

/** The options of the sort menu; the first is the default. */
export const sortOrders = [
  { value: 'new', label: 'Newest' },
  { value: 'price', label: 'Price: low to high' },
  { value: '-price', label: 'Price: high to low' },
] as const

export type SortOrder = (typeof sortOrders)[number]['value']
