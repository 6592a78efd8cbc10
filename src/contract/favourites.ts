import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { listItem, type WireListing } from './listings.ts'

const listing = z.union(categories.map(listItem)) as z.ZodType<WireListing>

const favourite = z.object({
  category: z.enum(categories.map(({ id }) => id)),
  id: z.int(),
  saved_at: z.iso.datetime(),
  /** The title, or null while a moderator or reports keep the listing from students. */
  title: z.string().nullable(),
  /** The listing, or null once students can no longer see it. */
  listing: listing.nullable(),
})

/** The saved listings, most recently saved first. */
export const favouritesResponse = z.object({ results: z.array(favourite) })

export type Favourite = z.infer<typeof favourite>
export type Favourites = z.infer<typeof favouritesResponse>
