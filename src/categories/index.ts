import type { CategoryDefinition } from './define-category.ts'
import { misc } from './misc/definition.ts'
import { rental } from './rental/definition.ts'
import { textbook } from './textbook/definition.ts'

/** Everything that can be listed, in the order menus show it. */
export const categories = [rental, textbook, misc] as const

export type Category = (typeof categories)[number]
export type CategoryId = Category['id']
export type CategoryOf<Id extends CategoryId> = Extract<Category, { id: Id }>

/** A category as code sees it that serves them all. */
export interface AnyCategory extends CategoryDefinition {
  readonly id: CategoryId
}

/** One value for each category: the way to build a lookup that cannot miss one. */
export function perCategory<Value>(make: (category: Category) => Value): Record<CategoryId, Value> {
  const entries = categories.map((category) => [category.id, make(category)])
  return Object.fromEntries(entries)
}

export const categoryById = perCategory((category) => category) as {
  [Id in CategoryId]: CategoryOf<Id>
}

export function categoryByPath(path: string): Category | undefined {
  return categories.find((category) => category.path === path)
}

export function refuseDuplicates(definitions: readonly CategoryDefinition[]): void {
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

refuseDuplicates(categories)
