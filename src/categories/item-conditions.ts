/** Of anything that changes hands; form and filter offer the same. */
export const itemConditions = ['New', 'Like New', 'Used', 'Worn'] as const
