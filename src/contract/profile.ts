import { z } from 'zod'
import { type CategoryId, categories } from '#categories/index.ts'
import { listItem, type WireListing } from './listings.ts'

/** YYYY-MM, by the campus calendar. */
const month = z.string().regex(/^\d{4}-\d\d$/)

const publicProfile = z.object({
  id: z.int(),
  /** Visitors get the last name's first letter only. */
  name: z.string(),
  /** By the domain of the email; null if it is of no university any more. */
  university: z.string().nullable(),
  memberSince: month,
  /** When the email was last confirmed, and whether that was within the year. Null if it never was, or is not asked for. */
  confirmed: z.object({ month, isCurrent: z.boolean() }).nullable(),
  /** Listings that were marked as sold. */
  sold: z.int(),
})

/** A listing with its category, which says what fields it has. */
export type ProfileListing = {
  [Id in CategoryId]: { category: Id; listing: WireListing<Id> }
}[CategoryId]

/** What others see of a student. */
export type Profile = z.infer<typeof publicProfile> & {
  /** Listed ones of all categories, newest first. */
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
