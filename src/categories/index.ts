import type { CategoryDefinition } from './define-category.ts'
import { misc } from './misc/definition.ts'
import { rental } from './rental/definition.ts'
import { textbook } from './textbook/definition.ts'
import { wanted } from './wanted/definition.ts'

/** All categories, in the order of the menus. */
export const categories = [rental, wanted, textbook, misc] as const

export type Category = (typeof categories)[number]
export type CategoryId = Category['id']
export type CategoryOf<Id extends CategoryId> = Extract<Category, { id: Id }>

/** Any category, for code that handles all of them alike. */
export interface AnyCategory extends CategoryDefinition {
  readonly id: CategoryId
}

/** Whether only students with a confirmed email address may see the category's listings. */
export const isForConfirmed = ({ audience }: CategoryDefinition): boolean =>
  audience === 'confirmed'

/** The categories that everyone may see. The menus, the home page and the search over all categories have these. */
export const publicCategories = categories.filter((category) => !isForConfirmed(category))

/** Returns the category whose listings look for listings of this one. */
export const seekerOf = ({ id }: Pick<AnyCategory, 'id'>): AnyCategory | undefined =>
  categories.find(({ seeks }: AnyCategory) => seeks?.category === id)

/** Returns the tabs of a page that a category shares with the one that it seeks, or none. */
export function tabsOf(category: AnyCategory): { id: CategoryId; label: string }[] {
  const seeker = category.seeks ? category : seekerOf(category)
  const offered = categories.find(({ id }) => id === seeker?.seeks?.category)
  if (!seeker?.seeks || !offered) return []
  const { tabs } = seeker.seeks
  return [
    { id: offered.id, label: tabs.offered },
    { id: seeker.id, label: tabs.wanted },
  ]
}

/** A category that has pages with all listings of one thing. */
export type CategoryWithCopies = Extract<Category, { copies: object }>

export const categoriesWithCopies = categories.filter(
  (category): category is CategoryWithCopies => 'copies' in category,
)

/** A category whose listings can stand side by side. */
export type ComparableCategory = Extract<Category, { isComparable: true }>

export const comparableCategories = categories.filter(
  (category): category is ComparableCategory => 'isComparable' in category,
)

/** A category that has sublets, each with a letter to the landlord. */
export type CategoryWithSublets = Extract<Category, { sublet: object }>

export const categoriesWithSublets = categories.filter(
  (category): category is CategoryWithSublets => 'sublet' in category,
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
