import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { listItem, type WireListing } from './listings.ts'

const listing = z.union(categories.map(listItem)) as z.ZodType<WireListing>

const favourite = z.object({
  category: z.enum(categories.map(({ id }) => id)),
  id: z.int(),
  saved_at: z.iso.datetime(),
  /** Null while a moderator or reports keep the listing from students. */
  title: z.string().nullable(),
  /** Null once students do not see it any more. */
  listing: listing.nullable(),
})

/** The last saved first. */
export const favouritesResponse = z.object({ results: z.array(favourite) })

export type Favourite = z.infer<typeof favourite>
export type Favourites = z.infer<typeof favouritesResponse>
