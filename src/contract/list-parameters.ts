export const pageSize = { most: 100, normal: 24 }

/** As the sort menu offers them; the first is the default. */
export const orders = [
  { value: 'new', label: 'Newest' },
  { value: 'price', label: 'Price: low to high' },
  { value: '-price', label: 'Price: high to low' },
] as const

export type Order = (typeof orders)[number]['value']
