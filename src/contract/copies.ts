import { z } from 'zod'
import { responseShapes } from '#categories/category-schemas.ts'
import { coerceNumber } from '#categories/coercion.ts'
import type { CategoryWithCopies } from '#categories/index.ts'
import { hyphenatedName } from '#categories/listing-values.ts'
import { listItem, type WireListing } from './listings.ts'

export const maxCopies = 100

/** All that is listed of one thing, as the copies of a book. */
const copiesPage = z.object({
  /** Listed ones, the newest 1,000 at most; figures and prices are theirs. */
  total: z.int(),
  /** Without those that ask for one. */
  offered: z.int(),
  /** Of the offered ones that cost something; null if there are none. */
  lowest_price: z.number().nullable(),
  median_price: z.number().nullable(),
})

type Field<Category extends CategoryWithCopies> = Category['copies']['field']

/** The value is under the name of its field, beside it its hyphenated form. */
export type Copies<Category extends CategoryWithCopies = CategoryWithCopies> = z.infer<
  typeof copiesPage
> & { [Name in Field<Category>]: string } & {
  [Name in `${Field<Category>}_hyphenated`]: string
} & {
  /** What the newest listing of it says, also one that has ended; null if there was none. */
  known: Pick<WireListing<Category['id']>, Category['copies']['fills'][number]> | null
  /** Listed ones, the cheapest offered first, the wanted last. */
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
