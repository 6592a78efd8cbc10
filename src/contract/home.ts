import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { listItem, type WireListing } from './listings.ts'

const category = z.enum(categories.map(({ id }) => id))
const listing = z.union(categories.map(listItem)) as z.ZodType<WireListing>
const item = z.object({ category, listing })

/** What is new for one student. A part without news is empty. */
export const homeResponse = z.object({
  /** Conversations with unread messages, the newest first. */
  unread: z.array(
    z.object({
      id: z.int(),
      /** The other student's name. */
      name: z.string(),
      /** The listing's title, or null while a moderator or reports keep it from the student. */
      title: z.string().nullable(),
      unread: z.int(),
    }),
  ),
  /** The student's own listings that end within days, the next end first. */
  ending: z.array(
    z.object({ category, id: z.int(), title: z.string(), ends_at: z.iso.datetime() }),
  ),
  /** The saved searches with new listings. `more` means that there are more than `count`. */
  searches: z.array(
    z.object({
      id: z.int(),
      category,
      query: z.string(),
      label: z.string(),
      count: z.int(),
      more: z.boolean(),
    }),
  ),
  /** New listings that these searches find. */
  matches: z.array(item),
  /** Saved listings whose price dropped since they were saved, the last drop first. */
  price_drops: z.array(item),
  /** The newest listings of others that are in no other part. */
  fresh: z.array(item),
})

export type Home = z.infer<typeof homeResponse>
