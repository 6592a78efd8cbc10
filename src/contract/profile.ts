import { z } from 'zod'
import { type CategoryId, categories } from '#categories/index.ts'
import { listItem, type WireListing } from './listings.ts'

/** A month as YYYY-MM, in the campus time zone. */
const month = z.string().regex(/^\d{4}-\d\d$/)

const publicProfile = z.object({
  id: z.int(),
  /** The student's name. Visitors see only the first letter of the last name. */
  name: z.string(),
  /** The university with the email's domain, or null if the domain belongs to none any more. */
  university: z.string().nullable(),
  memberSince: month,
  /**
   * When the email was last confirmed, and whether that was within the year. Null if it never was, or if confirmation
   * is off.
   */
  confirmed: z.object({ month, isCurrent: z.boolean() }).nullable(),
  /** How many listings the student has marked as sold. */
  sold: z.int(),
})

/** A listing with its category, which determines its fields. */
export type ProfileListing = {
  [Id in CategoryId]: { category: Id; listing: WireListing<Id> }
}[CategoryId]

/** The part of a student's account that others see. */
export type Profile = z.infer<typeof publicProfile> & {
  /** The student's listings of all categories, newest first. */
  listings: ProfileListing[]
}

const profileListing = z.union(
  categories.map((category) =>
    z.object({ category: z.literal(category.id), listing: listItem(category) }),
  ),
)

export const profileResponse: z.ZodType = publicProfile.extend({
  listings: z.array(profileListing),
})
