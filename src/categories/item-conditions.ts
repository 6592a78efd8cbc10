/** The options of both the form and the filter. */
export const itemConditions = ['New', 'Like New', 'Used', 'Worn'] as const
