import {
  type AnyCategory,
  type CategoryWithCopies,
  categoriesWithCopies,
} from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { categoryFromUrl } from '../category-from-url.ts'

export const withCopies = ({ id }: AnyCategory): CategoryWithCopies | undefined =>
  categoriesWithCopies.find((category) => category.id === id)

export function categoryWithCopiesFromUrl(url: string): CategoryWithCopies {
  const category = withCopies(categoryFromUrl(url))
  if (!category) throw new Error(`No category has copies at the URL ${url}`)
  return category
}

/** The category and the value by which the copies of a listing are found; undefined if it has none. */
export function copiesOf(anyCategory: AnyCategory, listing: Listing) {
  const category = withCopies(anyCategory)
  if (!category) return undefined
  const values: Readonly<Record<string, unknown>> = listing
  const value = values[category.copies.field]
  return typeof value === 'string' ? { category, value } : undefined
}
