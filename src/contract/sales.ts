import { z } from 'zod'
import { isStorableText } from '#categories/text-rules.ts'

/** What things like this one went for. The numbers are rounded, and change only with several sales. */
export const saleFigure = z.object({
  /** The range of the middle half of all prices. */
  low: z.number(),
  high: z.number(),
  median: z.number(),
  /** Three of four were gone within this many days after they were posted. Null if that took more than half a year. */
  within_days: z.int().nullable(),
  /** How many sales are behind the figure: ten or more. */
  sales: z.int(),
  /** The things that are compared: "copies of this book". */
  like: z.string(),
})

export type SaleFigure = z.infer<typeof saleFigure>

/** How many groups one request may ask for. A book may be for many courses. */
export const maxSaleGroups = 20

const groupMessage = 'Must be the name of a group'

export const salePricesQuery = z.object({
  like: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z
        .array(
          z.string().max(200, groupMessage).refine(isStorableText, groupMessage),
          'Name at least one group',
        )
        .max(maxSaleGroups, `Name at most ${maxSaleGroups} groups`),
    )
    .meta({
      description:
        'Groups of things, the most alike first, such as `textbook isbn 9780306406157`, `textbook course MATH 135` or `misc kind Furniture`.',
    }),
})

/** The figure of the first group that has enough sales. */
export const salePricesResponse = z.object({
  figure: saleFigure.omit({ like: true }).nullable(),
  /** The group of the figure. */
  like: z.string().nullable(),
})

export type SalePrices = z.infer<typeof salePricesResponse>
