import type { CategoryDefinition } from '#categories/define-category.ts'
import {
  type AnyCategory,
  type CategoryId,
  type CategoryOf,
  categoryById,
} from '#categories/index.ts'
import {
  estimateName,
  type HyphenatedIsbns,
  hyphenatedName,
  type ListingInput,
  type ReadValues,
} from '#categories/listing-values.ts'
import type { ListingStatus } from './listing-status.ts'
import type { Seller, WireListing, WireOwnListing } from './listings.ts'
import type { PhotoInfo } from './photos.ts'
import type { SaleFigure } from './sales.ts'
import type { OwnSignal, Signal } from './signals.ts'

// Here, in the server and in the web, a listing has the same names in all categories. On the wire each category has its
// own names for the title, the price and the date. This file translates both ways; apart from it, only the definitions
// use those names.

type Values = Readonly<Record<string, unknown>>

/** The fields of one definition that not all categories have. */
type OwnFieldName<Definition extends CategoryDefinition> = Exclude<
  keyof (ReadValues<Definition> & HyphenatedIsbns<Definition>),
  Definition['apiNames']['title' | 'price'] | 'description'
>

/** A category's own fields by name, with the first code of each list and each ISBN with hyphens. */
export type ListingDetails<Id extends CategoryId = CategoryId> = Id extends CategoryId
  ? Pick<ReadValues<CategoryOf<Id>> & HyphenatedIsbns<CategoryOf<Id>>, OwnFieldName<CategoryOf<Id>>>
  : never

/** A photo of a listing. `url` is the address it is loaded from, `storedUrl` its name in the listing. */
export type ListingPhoto = PhotoInfo & { storedUrl: string }

type ListingOf<Id extends CategoryId> = {
  category: Id
  id: number
  title: string
  price: number
  description: string | null
  details: ListingDetails<Id>
  photos: ListingPhoto[]
  status: ListingStatus
  postedAt: string
  updatedAt: string
  endsAt: string
  /** When the listing was last renewed. */
  renewedAt: string | null
  /** The price before it dropped, and since when it was asked. */
  previousPrice: { price: number; since: string } | null
  seller: Seller
  /** Present if the seller takes no offers. */
  isFirm?: true
  /** The moving-out page that it is on, if any. Present on its own page and in the list of its seller. */
  movingSaleId?: number
  /** Present with it if the listing ends when that page says that free things do. Nothing asks to renew it. */
  isFreeUntilEnd?: true
  /** Present only on the listing's own page. */
  signals?: Signal[]
  /** What similar things went for. Present only on the listing's own page. */
  sales?: SaleFigure | null
  /** The price it went for, for its seller. Undefined unless it is sold. */
  wentFor?: number | null
  /** The price of the deal about it, for its seller. */
  agreedPrice?: number
}

/** A listing of any category. `category` tells them apart. */
export type Listing<Id extends CategoryId = CategoryId> = Id extends CategoryId
  ? ListingOf<Id>
  : never

/** What the seller says about offers. Nobody else sees the lowest one and the words. */
export interface OfferSettings {
  isFirm: boolean
  lowest: number | null
  declineText: string | null
}

/** A listing in its seller's own list. */
export type OwnListing<Id extends CategoryId = CategoryId> = {
  /** Views in the last 30 days. */
  views?: number
  /** How many students have saved the listing. */
  favourites?: number
  /** When the status last changed. */
  statusSince?: string
  signals?: OwnSignal[]
  offers?: OfferSettings
  moderation?: WireOwnListing['moderation']
} & Listing<Id>

/** The content of a listing, whether saved or not yet. */
export interface ListingContent {
  category: CategoryId
  title: string
  price: number
  description: string | null
  details: Values
}

/** The part of a listing that most of a category's rules read. */
export type ListingFacts = Pick<ListingContent, 'category' | 'details'>

/** The listing that a student posts or saves. */
export interface ListingDraft extends ListingContent {
  /** The stored names of the photos. */
  photos: string[]
  /** Settings that are undefined stay as they are. */
  offers: { [Name in keyof OfferSettings]: OfferSettings[Name] | undefined }
}

export const categoryOf = ({ category }: { category: CategoryId }): AnyCategory =>
  categoryById[category]

/** Returns the values under the names of the definition's fields, which search, filters and forms use. */
export function fieldValues(listing: ListingContent): Values {
  const { apiNames } = categoryOf(listing)
  return {
    [apiNames.title]: listing.title,
    [apiNames.price]: listing.price,
    description: listing.description,
    ...listing.details,
  }
}

/** Turns a validated request body into a draft. */
export function fromInput(category: CategoryId, input: ListingInput): ListingDraft {
  const { apiNames } = categoryById[category]
  const {
    [apiNames.title]: title,
    [apiNames.price]: price,
    description,
    photos: _,
    price_is_firm,
    lowest_offer,
    decline_text,
    ...details
  } = input as Values
  return {
    category,
    title: String(title),
    price: Number(price),
    description: description as string | null,
    details,
    photos: input.photos,
    offers: {
      isFirm: price_is_firm as boolean | undefined,
      lowest: lowest_offer as number | null | undefined,
      declineText: decline_text as string | null | undefined,
    },
  }
}

/** Returns the listing for a response. The order of properties is part of the API: responses are compared byte by byte. */
export function toWire<L extends Listing>(listing: L): WireListing<L['category']> {
  const { apiNames } = categoryOf(listing)
  const wire: Values = {
    [apiNames.title]: listing.title,
    [apiNames.price]: listing.price,
    description: listing.description,
    photos: listing.photos.map(({ storedUrl }) => storedUrl),
    ...listing.details,
    id: listing.id,
    photo_info: listing.photos.map(({ storedUrl: _, ...info }) => info),
    seller: listing.seller,
    status: listing.status,
    updated_at: listing.updatedAt,
    ends_at: listing.endsAt,
    renewed_at: listing.renewedAt,
    [apiNames.date]: listing.postedAt,
    was_price: listing.previousPrice,
    ...(listing.isFirm && { price_is_firm: true }),
    ...(listing.movingSaleId && { moving_sale_id: listing.movingSaleId }),
    ...(listing.isFreeUntilEnd && { is_free_until_end: true }),
    ...(listing.signals && { signals: listing.signals }),
    ...(listing.sales !== undefined && { sales: listing.sales }),
    ...(listing.wentFor !== undefined && { went_for: listing.wentFor }),
    ...(listing.agreedPrice !== undefined && { agreed_price: listing.agreedPrice }),
  }
  return wire as WireListing<L['category']>
}

export function ownToWire(listing: OwnListing): WireOwnListing {
  const { statusSince, views, favourites, signals, offers, moderation } = listing
  const settings = offers && { lowest_offer: offers.lowest, decline_text: offers.declineText }
  const own = { status_since: statusSince, views, favourites, signals, moderation, ...settings }
  return { ...toWire(listing), ...own } as WireOwnListing
}

export function fromWire<Id extends CategoryId>(category: Id, wire: WireListing<Id>): Listing<Id> {
  const definition: AnyCategory = categoryById[category]
  const { apiNames } = definition
  const values: Values = wire
  const common: WireListing = wire
  const listing: Values = {
    category,
    id: common.id,
    title: values[apiNames.title],
    price: values[apiNames.price],
    description: common.description,
    details: Object.fromEntries(detailNames(definition).map((name) => [name, values[name]])),
    photos: common.photo_info.map((info, index) => ({
      ...info,
      storedUrl: common.photos[index] ?? info.url,
    })),
    status: common.status,
    postedAt: values[apiNames.date],
    updatedAt: common.updated_at,
    endsAt: common.ends_at,
    renewedAt: common.renewed_at,
    previousPrice: common.was_price,
    seller: common.seller,
    ...(common.price_is_firm && { isFirm: true }),
    ...(common.moving_sale_id && { movingSaleId: common.moving_sale_id }),
    ...(common.is_free_until_end && { isFreeUntilEnd: true }),
    ...(common.signals && { signals: common.signals }),
    ...(common.sales && { sales: common.sales }),
    ...(common.went_for !== undefined && { wentFor: common.went_for }),
    ...(common.agreed_price !== undefined && { agreedPrice: common.agreed_price }),
  }
  return listing as Listing<Id>
}

export function ownFromWire<Id extends CategoryId>(
  category: Id,
  wire: WireOwnListing<Id>,
): OwnListing<Id> {
  const { status_since: statusSince, views, favourites, signals, moderation }: WireOwnListing = wire
  const { price_is_firm, lowest_offer: lowest, decline_text: declineText }: WireOwnListing = wire
  const offers = lowest !== undefined &&
    declineText !== undefined && { isFirm: price_is_firm === true, lowest, declineText }
  const own = { statusSince, views, favourites, signals, moderation, ...(offers && { offers }) }
  return { ...fromWire(category, wire), ...own } as OwnListing<Id>
}

/** A page may read hundreds of listings, and finding the names takes longer than all else. */
const knownDetailNames = new WeakMap<CategoryDefinition, readonly string[]>()

function detailNames(definition: CategoryDefinition): readonly string[] {
  const names = knownDetailNames.get(definition) ?? findDetailNames(definition)
  knownDetailNames.set(definition, names)
  return names
}

/** Returns the names of details in the order in which details are read from a row, so that the order in JSON is the same. */
function findDetailNames({ apiNames, fields }: CategoryDefinition): string[] {
  const own = Object.entries(fields).filter(
    ([name]) => ![apiNames.title, apiNames.price, 'description'].includes(name),
  )
  return [
    ...own.flatMap(([name, field]) => {
      if (field.kind === 'codes') return [name, field.firstCodeName]
      return field.kind === 'minutes' ? [name, estimateName(name)] : [name]
    }),
    ...own.flatMap(([name, field]) => (field.kind === 'isbn' ? [hyphenatedName(name)] : [])),
  ]
}
