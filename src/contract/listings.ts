import { z } from 'zod'
import {
  type AnyCategory,
  type CategoryId,
  type CategoryOf,
  perCategory,
} from '#categories/index.ts'
import type { FieldValues } from '#categories/listing-values.ts'
import { answerShapes } from '#categories/schemas.ts'
import { photoInfo } from './photo-schemas.ts'

const publicSeller = z.object({ id: z.int(), name: z.string() })

/** What every listing has beside its category's own fields. */
const frame = z.object({
  id: z.int(),
  photos: z.array(z.string()),
  photo_info: z.array(photoInfo),
  /** With the e-mail where the visitor may see it. */
  seller: publicSeller.extend({ email: z.string().optional() }),
})

type Posted<Id extends CategoryId> = { [Name in CategoryOf<Id>['wire']['date']]: string }

/** A listing as it travels, under the wire names of its category. */
export type Listing<Id extends CategoryId = CategoryId> = Id extends CategoryId
  ? z.infer<typeof frame> & Posted<Id> & FieldValues<CategoryOf<Id>>
  : never

export type Seller = Listing['seller']

const listingShape = ({ id, wire }: AnyCategory) => ({
  ...frame.shape,
  ...answerShapes[id],
  [wire.date]: z.iso.datetime(),
})

/** A listing among others: the seller's e-mail never leaves in a list. */
const listed = (category: AnyCategory): z.ZodType =>
  z.object({ ...listingShape(category), seller: publicSeller })

export const listingAnswer = perCategory(
  (category): z.ZodType => z.object(listingShape(category)),
) as { [Id in CategoryId]: z.ZodType<Listing<Id>> }

const page = z.object({
  /** The `cursor` of the page after this one. */
  next: z.string().nullable(),
  /** Of the filtered list, exact up to 1,000. */
  total: z.int(),
  total_exact: z.boolean(),
  /** The highest price of the whole category, for the slider. */
  max_price: z.number(),
})

export type ListingPage<Id extends CategoryId = CategoryId> = z.infer<typeof page> & {
  results: Listing<Id>[]
}

export const listAnswer = perCategory(
  (category): z.ZodType => page.extend({ results: z.array(listed(category)) }),
) as { [Id in CategoryId]: z.ZodType<ListingPage<Id>> }

/** A listing among a student's own; only that student learns how often others looked at it in 30 days. */
export type OwnListing<Id extends CategoryId = CategoryId> = Listing<Id> & { views?: number }

/** A student's listings of one category, newest first. */
export const userListingsAnswer = perCategory(
  (category): z.ZodType =>
    z.array(
      z.object({
        ...listingShape(category),
        seller: publicSeller,
        views: z.int().optional(),
      }),
    ),
) as { [Id in CategoryId]: z.ZodType<OwnListing<Id>[]> }
