import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { listingStatuses } from './listing-status.ts'
import { uploadedPhoto } from './photo-schemas.ts'

/** The same thing, which the same student has posted before. */
export const earlierListing = z.object({
  category: z.enum(categories.map(({ id }) => id)),
  id: z.int(),
  title: z.string(),
  /** As on its card: "$520 /room per month". */
  price: z.string(),
  status: z.enum(listingStatuses),
  posted_at: z.iso.datetime(),
  /** False after a date without which it is of no use. */
  can_renew: z.boolean(),
  /** Null without an uploaded one. */
  photo: uploadedPhoto.nullable(),
})

export type EarlierListing = z.infer<typeof earlierListing>

/** After this many days the same title is another thing. */
export const duplicateDays = 30
