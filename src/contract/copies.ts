import { z } from 'zod'
import { responseShapes } from '#categories/category-schemas.ts'
import { coerceNumber } from '#categories/coercion.ts'
import type { CategoryWithCopies } from '#categories/index.ts'
import { hyphenatedName } from '#categories/listing-values.ts'
import { listItem, type WireListing } from './listings.ts'

export const maxCopies = 100

/** All listings of one thing, such as the copies of a book. */
const copiesPage = z.object({
  /** The number of listed copies, at most the newest 1,000. Counts and prices cover these. */
  total: z.int(),
  /** The number of offered copies, without listings that ask for one. */
  offered: z.int(),
  /** The lowest price of the offered copies that cost something; null if there are none. */
  lowest_price: z.number().nullable(),
  median_price: z.number().nullable(),
})

type Field<Category extends CategoryWithCopies> = Category['copies']['field']

/** The value has the name of its field; next to it is its hyphenated form. */
export type Copies<Category extends CategoryWithCopies = CategoryWithCopies> = z.infer<
  typeof copiesPage
> & { [Name in Field<Category>]: string } & {
  [Name in `${Field<Category>}_hyphenated`]: string
} & {
  /** The details in the newest listing of the thing, even if that has ended; null if there was none. */
  known: Pick<WireListing<Category['id']>, Category['copies']['fills'][number]> | null
  /** The listed copies: offered ones first, by price, then the wanted ones. */
  results: WireListing<Category['id']>[]
}

const limitMessage = `limit must be a whole number from 0 to ${maxCopies}`

export const copiesParameters = z.object({
  limit: z
    .preprocess(coerceNumber, z.int(limitMessage).min(0, limitMessage).max(maxCopies, limitMessage))
    .default(maxCopies),
})

export function copiesResponse(category: CategoryWithCopies): z.ZodType<Copies> {
  const { field, fills } = category.copies
  const shape = responseShapes[category.id]
  const known = fills.map((name) => [name, shape[name as keyof typeof shape]])
  const response: z.ZodType = copiesPage.extend({
    [field]: z.string(),
    [hyphenatedName(field)]: z.string(),
    known: z.object(Object.fromEntries(known)).nullable(),
    results: z.array(listItem(category)),
  })
  return response as z.ZodType<Copies>
}
