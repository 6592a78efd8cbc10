import { z } from 'zod'
import { type CategoryId, perCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { bodySchema } from './listing-input.ts'

const anyway = z
  .boolean('Must be true or false')
  .optional()
  .describe('Posts it although its student has posted the same thing before.')

/**
 * The body of POST. `anyway` is not part of the listing. This is a file of its own because the form checks only the
 * listing.
 */
export const newListingInput = perCategory((category) => bodySchema(category, { anyway })) as {
  [Id in CategoryId]: z.ZodType<NewListingInput<Id>>
}

export type NewListingInput<Id extends CategoryId = CategoryId> = ListingInput<Id> & {
  anyway?: boolean
}
