import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { isStorableText } from '#categories/text-rules.ts'
import { listingStatuses } from './listing-status.ts'
import { uploadedPhoto } from './photo-schemas.ts'

/** The query of the renewal link in an email, and the body of the form on the page that the link opens. */
export const renewLinkToken = z.object({
  token: z.string().max(200).refine(isStorableText, 'Must be text'),
})

/** The listing that the link renews. */
export const renewLinkResponse = z.object({
  category: z.enum(categories.map(({ id }) => id)),
  id: z.int(),
  title: z.string(),
  photo: uploadedPhoto.nullable(),
  status: z.enum(listingStatuses),
  ends_at: z.iso.datetime(),
  /** The end after a renewal, or null if the listing was renewed after the email was written. */
  renews_until: z.iso.datetime().nullable(),
})

export type RenewLink = z.infer<typeof renewLinkResponse>
