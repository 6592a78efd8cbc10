import { z } from 'zod'
import { responseShapes } from '#categories/category-schemas.ts'
import {
  type AnyCategory,
  type CategoryId,
  type CategoryOf,
  perCategory,
} from '#categories/index.ts'
import type { HyphenatedIsbns, ReadValues } from '#categories/listing-values.ts'
import { decisionReasons } from './decision-reasons.ts'
import { type EarlierListing, earlierListing } from './duplicates.ts'
import { listingStatuses } from './listing-status.ts'
import { photoInfo } from './photo-schemas.ts'
import { ownSignal, signal } from './signals.ts'

const publicSeller = z.object({
  id: z.int(),
  name: z.string().meta({
    description:
      'Visitors, and students who have to confirm their address first, get the first letter of the last name: "Sofia R."',
  }),
})

/** The fields of every listing beside those of its category. */
const commonFields = z.object({
  id: z.int(),
  photos: z.array(z.string()),
  photo_info: z.array(photoInfo),
  status: z.enum(listingStatuses),
  updated_at: z.iso.datetime().meta({
    description:
      'When its values or photos were last changed. In quotes it is what `If-Match` takes.',
  }),
  ends_at: z.iso.datetime(),
  /** The last renewal. */
  renewed_at: z.iso.datetime().nullable(),
  /** What was asked before the price dropped, and since when; null if the last change was none, or little. */
  was_price: z.object({ price: z.number(), since: z.iso.datetime() }).nullable(),
  /** The email is left out where the reader may not see it, and null in a shared page, whose reader asks for the contact. */
  seller: publicSeller.extend({ email: z.string().nullable().optional() }),
  /** Of a listing on its own page: what its reader is told of it. Lists have none. */
  signals: z.array(signal).optional(),
})

type PostedDate<Id extends CategoryId> = { [Name in CategoryOf<Id>['apiNames']['date']]: string }

/** A listing in a response, under the API names of its category. `listing.ts` translates it. */
export type WireListing<Id extends CategoryId = CategoryId> = Id extends CategoryId
  ? z.infer<typeof commonFields> &
      PostedDate<Id> &
      ReadValues<CategoryOf<Id>> &
      HyphenatedIsbns<CategoryOf<Id>>
  : never

export type Seller = WireListing['seller']

const listingShape = ({ id, apiNames }: AnyCategory) => ({
  ...commonFields.shape,
  ...responseShapes[id],
  [apiNames.date]: z.iso.datetime(),
})

/** A listing in a list, without the seller's email. */
export const listItem = (category: AnyCategory): z.ZodType =>
  z.object({ ...listingShape(category), seller: publicSeller })

export const listingResponse = perCategory(
  (category): z.ZodType => z.object(listingShape(category)),
) as { [Id in CategoryId]: z.ZodType<WireListing<Id>> }

/** With the same thing posted before, where that is said after posting. */
export type PostedListing<Id extends CategoryId = CategoryId> = WireListing<Id> & {
  duplicate?: EarlierListing
}

export const postedResponse = perCategory(
  (category): z.ZodType =>
    z.object({ ...listingShape(category), duplicate: earlierListing.optional() }),
) as { [Id in CategoryId]: z.ZodType<PostedListing<Id>> }

/** How to reach the seller of a listing. */
export const contactResponse = z.object({
  name: z.string(),
  /** Null where it is not shown; `reason` and `message` then say why. */
  email: z.string().nullable(),
  /** It is one's own, the seller shows it to nobody, its reader has seen those of many sellers today, or the site has messages instead. */
  reason: z.enum(['own', 'hidden', 'limit', 'messages']).optional(),
  message: z.string().optional(),
  /** Whether the seller can be written to on the site. */
  messages: z.boolean(),
  /** Whether its reader has blocked the seller. */
  blocked: z.boolean(),
  /** The thread in which its reader has done so. */
  thread_id: z.int().nullable(),
  /** The page of the listing, for the text of a mail. */
  url: z.string(),
})

export type Contact = z.infer<typeof contactResponse>

const page = z.object({
  /** The `cursor` of the next page. */
  next: z.string().nullable(),
  /** Number of matching listings, exact up to 1,000. */
  total: z.int(),
  total_exact: z.boolean(),
  /** Highest price of the whole category, for the slider. */
  max_price: z.number(),
  /** Where nothing matches several parameters: the total without one of them, by parameter; 1000 is that or more. */
  without: z.record(z.string(), z.int()).optional(),
})

export type ListPage<Id extends CategoryId = CategoryId> = z.infer<typeof page> & {
  results: WireListing<Id>[]
}

export const listResponse = perCategory(
  (category): z.ZodType => page.extend({ results: z.array(listItem(category)) }),
) as { [Id in CategoryId]: z.ZodType<ListPage<Id>> }

/** In a student's own list. */
const ownFields = z.object({
  /** Of the last 30 days. */
  views: z.int(),
  /** How many students have saved it. */
  favourites: z.int(),
  /** When the status last changed. */
  status_since: z.iso.datetime(),
  /** All of them, also those that other students do not see. */
  signals: z.array(ownSignal),
  /**
   * Why it is hidden or removed, or what a moderator wants edited: of reports that hid it the most frequent reason, of a
   * moderator also what they wrote. Null once there is nothing to tell.
   */
  moderation: z
    .object({
      action: z.enum(['hide', 'ask_to_edit', 'remove']),
      reason: z.enum(decisionReasons).nullable(),
      note: z.string().nullable(),
      /** Until then the link in the mail about it takes an appeal; null if it takes none, or has taken one. */
      appeal_until: z.iso.datetime().nullable(),
      /** While an appeal waits. */
      appealed_at: z.iso.datetime().nullable(),
    })
    .nullable(),
})

/** A listing in a student's list; its own fields only for that student. */
export type WireOwnListing<Id extends CategoryId = CategoryId> = Partial<
  z.infer<typeof ownFields>
> &
  WireListing<Id>

/** The body of a change of status by the owner. */
export const statusInput = z.object({ status: z.enum(['available', 'pending', 'sold']) })

export const maxSimilar = 8

/** Listed ones of the same category, the most similar first. */
export interface SimilarListings<Id extends CategoryId = CategoryId> {
  results: WireListing<Id>[]
}

export const similarResponse = perCategory(
  (category): z.ZodType => z.object({ results: z.array(listItem(category)) }),
) as { [Id in CategoryId]: z.ZodType<SimilarListings<Id>> }

/** A user's listings of one category, newest first. */
export const userListingsResponse = perCategory(
  (category): z.ZodType =>
    z.array(
      z.object({
        ...listingShape(category),
        ...ownFields.partial().shape,
        seller: publicSeller,
      }),
    ),
) as { [Id in CategoryId]: z.ZodType<WireOwnListing<Id>[]> }
