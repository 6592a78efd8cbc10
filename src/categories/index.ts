import type { CategoryDefinition } from './define-category.ts'
import { misc } from './misc/definition.ts'
import { rental } from './rental/definition.ts'
import { textbook } from './textbook/definition.ts'

/** All categories, in the order of the menus. */
export const categories = [rental, textbook, misc] as const

export type Category = (typeof categories)[number]
export type CategoryId = Category['id']
export type CategoryOf<Id extends CategoryId> = Extract<Category, { id: Id }>

/** Any category, for code that handles all of them alike. */
export interface AnyCategory extends CategoryDefinition {
  readonly id: CategoryId
}

/** A category that has pages with all listings of one thing. */
export type CategoryWithCopies = Extract<Category, { copies: object }>

export const categoriesWithCopies = categories.filter(
  (category): category is CategoryWithCopies => 'copies' in category,
)

/** Builds a lookup with one value for each category. */
export function perCategory<Value>(
  build: (category: Category) => Value,
): Record<CategoryId, Value> {
  const entries = categories.map((category) => [category.id, build(category)])
  return Object.fromEntries(entries)
}

export const categoryById = perCategory((category) => category) as {
  [Id in CategoryId]: CategoryOf<Id>
}

export function categoryByPath(path: string): Category | undefined {
  return categories.find((category) => category.path === path)
}

/** Throws when two categories share an id or a path. */
export function assertUnique(definitions: readonly CategoryDefinition[]): void {
  for (const key of ['id', 'path'] as const) {
    const seen = new Set<string>()
    for (const definition of definitions) {
      if (seen.has(definition[key])) {
        throw new Error(`Two categories have the ${key} "${definition[key]}"`)
      }
      seen.add(definition[key])
    }
  }
}

assertUnique(categories)
