/** The highest price of a listing, in dollars. */
export const maxPrice = 1_000_000

/** The longest texts, in characters. */
export const maxLengths = { title: 120, name: 60, address: 200, description: 5_000 } as const
