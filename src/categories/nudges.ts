import type { CategoryId } from './index.ts'

/** Where the law of renting is said while somebody types; not in the definitions, which every page loads. */
export const nudgedFields: Record<CategoryId, readonly string[]> = {
  rental: ['title', 'description'],
  textbook: [],
  misc: [],
}
