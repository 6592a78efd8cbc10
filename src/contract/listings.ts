import { z } from 'zod'
import { householdShape, responseShapes } from '#categories/category-schemas.ts'
import { inputSchema } from '#categories/field-schemas.ts'
import type { Household } from '#categories/household.ts'
import {
  type AnyCategory,
  type CategoryId,
  type CategoryOf,
  perCategory,
} from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import type { HyphenatedIsbns, ReadValues } from '#categories/listing-values.ts'
import { decisionReasons } from './decision-reasons.ts'
import { type EarlierDuplicate, earlierDuplicate } from './duplicates.ts'
import { listingStatuses } from './listing-status.ts'
import { photoInfo } from './photo-schemas.ts'
import { saleFigure } from './sales.ts'
import { ownSignal, signal } from './signals.ts'

const wentForInput = inputSchema({
  kind: 'money',
  label: 'Price',
  required: true,
  max: maxPrice,
})

const publicSeller = z.object({
  id: z.int(),
  name: z.string().meta({
    description:
      'Visitors, and students who have to confirm their address first, get the first letter of the last name: "Sofia R."',
  }),
})

/** The fields that every listing has besides those of its category. */
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
  /** When the listing was last renewed. */
  renewed_at: z.iso.datetime().nullable(),
  /** The price before it dropped, and since when; null if the price did not drop, or only a little. */
  was_price: z.object({ price: z.number(), since: z.iso.datetime() }).nullable(),
  /** The email is missing if the reader may not see it. It is null in a shared page, whose reader asks for the contact. */
  seller: publicSeller.extend({
    email: z.string().nullable().optional(),
    /** The name of the university, and whether the seller has confirmed their email. Only a listing's own page has them. */
    university: z.string().nullable().optional(),
    is_confirmed: z.boolean().optional(),
  }),
  /** Present if the seller takes no offers. */
  price_is_firm: z.literal(true).optional(),
  /** The moving-out page that the thing is on. Only its own page and a student's list have it. */
  moving_sale_id: z.int().optional(),
  /** Present with it if the listing ends when that page says that free things do. */
  is_free_until_end: z.literal(true).optional(),
  /** The warnings for the reader. Only a listing's own page has them, lists do not. */
  signals: z.array(signal).optional(),
  /** What things like this one went for. Only the own page of a listing that is listed has it, if there were enough sales. */
  sales: saleFigure.nullable().optional(),
  /** The price that the thing went for, as its seller says; null if not said. Only its seller gets it, once it is sold. */
  went_for: z.number().nullable().optional(),
  /** The price of the deal that the seller has made about it. Only the seller gets it. */
  agreed_price: z.number().optional(),
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

/** A posted listing, with the earlier one of the same thing if the API mentions it after posting. */
export type PostedListing<Id extends CategoryId = CategoryId> = WireListing<Id> & {
  duplicate?: EarlierDuplicate
}

export const postedResponse = perCategory(
  (category): z.ZodType =>
    z.object({ ...listingShape(category), duplicate: earlierDuplicate.optional() }),
) as { [Id in CategoryId]: z.ZodType<PostedListing<Id>> }

/** Who lives there, and what the reader says about themselves on a housing request of their own. Null: nothing said. */
export interface HouseholdResponse {
  facts: Household | null
  yours: Household | null
}

export const householdResponse = z.object({
  facts: z.object(householdShape).nullable(),
  yours: z.object(householdShape).nullable(),
}) as unknown as z.ZodType<HouseholdResponse>

/** How to reach the seller of a listing. */
export const contactResponse = z.object({
  name: z.string(),
  /** The address, or null if it is not shown. Then `reason` and `message` say why. */
  email: z.string().nullable(),
  /**
   * `own`: it is the reader's own listing. `hidden`: the seller hides the address. `limit`: the reader has seen many
   * sellers' addresses today. `messages`: the site has messages instead. `suspended`: the reader is suspended.
   */
  reason: z.enum(['own', 'hidden', 'limit', 'messages', 'suspended']).optional(),
  message: z.string().optional(),
  /** Whether the reader can message the seller on the site. */
  messages: z.boolean(),
  /** Whether the reader has blocked the seller. */
  blocked: z.boolean(),
  /** The thread in which the reader has written to the seller. */
  thread_id: z.int().nullable(),
  /** The address of the listing's page, for the text of an email. */
  url: z.string(),
})

export type Contact = z.infer<typeof contactResponse>

const understoodPart = z.object({
  /** The words as they were typed: "under 900". */
  text: z.string(),
  /** The parameters that they stand for: {"max_price": "900"}. */
  filters: z.record(z.string(), z.string()),
})

export type UnderstoodPart = z.infer<typeof understoodPart>

/** How a search text was read. It is missing if the text was searched for as it is typed. */
const understood = z.object({
  /** The words that were searched for, without those that became filters. */
  q: z.string(),
  parts: z.array(understoodPart),
  /** Words that look like typing errors, with the words that were searched for as well. */
  corrected: z.array(z.object({ typed: z.string(), word: z.string() })),
  /** Words that no listing has, and that were left out. */
  dropped: z.array(z.string()),
  /** Whether a word names the category itself. */
  names_category: z.boolean(),
})

export type Understood = z.infer<typeof understood>

const page = z.object({
  /** The `cursor` of the next page. */
  next: z.string().nullable(),
  /** The number of matching listings, exact up to 1,000. */
  total: z.int(),
  total_exact: z.boolean(),
  /** The highest price of the whole category, for the slider. */
  max_price: z.number(),
  /** If nothing matches several parameters: the total without each of them, by parameter. 1000 means 1,000 or more. */
  without: z.record(z.string(), z.int()).optional(),
  understood: understood.optional(),
  /** Words that mean the same as those of the text, which listings may have instead. */
  also_words: z.array(z.string()).optional(),
})

export type ListPage<Id extends CategoryId = CategoryId> = z.infer<typeof page> & {
  results: WireListing<Id>[]
  close?: CloseMatch<WireListing<Id>>[]
}

/** A listing that nearly matches, and what is different: "A little over your price". */
export interface CloseMatch<Found> {
  reason: string
  listing: Found
}

export const maxCloseMatches = 8

export const listResponse = perCategory((category): z.ZodType => {
  const item = listItem(category)
  const close = z.array(z.object({ reason: z.string(), listing: item }))
  return page.extend({ results: z.array(item), close: close.optional() })
}) as { [Id in CategoryId]: z.ZodType<ListPage<Id>> }

/** The extra fields in a student's own list. */
const ownFields = z.object({
  /** Views in the last 30 days. */
  views: z.int(),
  /** How many students have saved the listing. */
  favourites: z.int(),
  /** When the status last changed. */
  status_since: z.iso.datetime(),
  /** All signals, including those that other students do not see. */
  signals: z.array(ownSignal),
  /** The lowest offer that the seller wants to hear of, and the words for lower ones. */
  lowest_offer: z.number().nullable(),
  decline_text: z.string().nullable(),
  /**
   * Why the listing is hidden or removed, or what a moderator wants edited. For reports it is the most frequent reason;
   * for a moderator it includes their note. `pause` does not say that there is a hold. Null if there is nothing to say.
   */
  moderation: z
    .object({
      action: z.enum(['hide', 'ask_to_edit', 'remove', 'pause', 'plan_deletion']),
      reason: z.enum(decisionReasons).nullable(),
      note: z.string().nullable(),
      /** Until when the link in the email accepts an appeal; null if it accepts none, or has already received one. */
      appeal_until: z.iso.datetime().nullable(),
      /** When the student appealed, while the appeal waits. */
      appealed_at: z.iso.datetime().nullable(),
    })
    .nullable(),
})

/** A listing in a student's list. Only that student gets the extra fields. */
export type WireOwnListing<Id extends CategoryId = CategoryId> = Partial<
  z.infer<typeof ownFields>
> &
  WireListing<Id>

/** The body of an owner's request to change the status. */
export const statusInput = z
  .object({
    status: z.enum(['available', 'pending', 'sold']),
    went_for: wentForInput.nullable().optional().meta({
      description:
        'The price it went for, with `sold`: null clears it, left out keeps it. It can also be sent once it is sold.',
    }),
  })
  .refine(({ status, went_for }) => status === 'sold' || went_for === undefined, {
    path: ['went_for'],
    error: 'Mark it as sold first, then add the price it went for.',
  })

export const maxSimilar = 8

/** Listings of the same category, most similar first. */
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
