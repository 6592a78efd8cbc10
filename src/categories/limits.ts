/** In dollars. */
export const highestPrice = 1_000_000

/** The most characters a text may have. */
export const lengths = { title: 120, name: 60, address: 200, description: 5_000 } as const
