/** The options of both the form and the filter. */
export const listingTypes = ['Selling', 'Wanting'] as const
