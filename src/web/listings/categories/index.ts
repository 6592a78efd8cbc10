import type { CategoryId } from '#categories/index.ts'
import type { CategoryView } from './category-view.ts'
import { misc } from './misc.tsx'
import { rental } from './rental.tsx'
import { textbook } from './textbook.tsx'
import { wanted } from './wanted.tsx'

export const categoryViews: { readonly [Id in CategoryId]: CategoryView<Id> } = {
  rental,
  wanted,
  textbook,
  misc,
}

/** Returns the view of the listing's category. */
export const viewOf = <Id extends CategoryId>({ category }: { category: Id }): CategoryView<Id> =>
  categoryViews[category]
