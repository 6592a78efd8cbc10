import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { listingStatuses } from './listing-status.ts'
import { uploadedPhoto } from './photo-schemas.ts'

/** An earlier listing of the same thing by the same student. */
export const earlierDuplicate = z.object({
  category: z.enum(categories.map(({ id }) => id)),
  id: z.int(),
  title: z.string(),
  /** The price with its unit: "$520/month per room". */
  price: z.string(),
  status: z.enum(listingStatuses),
  posted_at: z.iso.datetime(),
  /** False after the listing's last day, when the thing is of no more use. */
  can_renew: z.boolean(),
  /** The first uploaded photo, or null if there is none. */
  photo: uploadedPhoto.nullable(),
})

export type EarlierDuplicate = z.infer<typeof earlierDuplicate>

/** After this many days, a listing with the same title counts as another thing. */
export const duplicateDays = 30
