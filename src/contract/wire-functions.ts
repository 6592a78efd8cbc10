// To be removed. The web still has listings as they are on the wire, with their category beside them. These hand such a
// listing to the functions that take a `Listing`; once the web has one, it calls those.
import type { CategoryDefinition } from '#categories/define-category.ts'
import type { CategoryId } from '#categories/index.ts'
import * as rows from './detail-rows.ts'
import type { Listing } from './listing.ts'
import * as fields from './listing-fields.ts'
import type { ListingStatus } from './listing-status.ts'
import type { WireListing } from './listings.ts'

type Values = Readonly<Record<string, unknown>>

/** Its details have more names than those of a listing, which nobody asks for. */
function asListing({ id, apiNames }: CategoryDefinition, wire: object): Listing {
  const values = wire as Values
  return {
    category: id as CategoryId,
    title: String(values[apiNames.title]),
    price: Number(values[apiNames.price]),
    description: values.description,
    details: values,
    status: values.status,
    postedAt: String(values[apiNames.date]),
    previousPrice: values.was_price,
  } as unknown as Listing
}

type OfWire<Result> = (category: CategoryDefinition, wire: WireListing) => Result

const ofWire =
  <Result>(read: (listing: Listing) => Result): OfWire<Result> =>
  (category, wire) =>
    read(asListing(category, wire))

export const listingTitle = ofWire(({ title }) => title)
export const listingPrice = ofWire(({ price }) => price)
export const listingPostedAt = ofWire(({ postedAt }) => postedAt)
export const isFree: (category: CategoryDefinition, wire: Partial<WireListing>) => boolean = (
  category,
  wire,
) => fields.isFree(asListing(category, wire))
export const formatListingPrice = ofWire(fields.formatListingPrice)
export const listingPriceUnit = ofWire(fields.listingPriceUnit)
export const formatPriceWithUnit = ofWire(fields.formatPriceWithUnit)
export const listingPriceShare = ofWire(fields.listingPriceShare)
export const wantedLabel = ofWire(fields.wantedLabel)
export const soldMessage = ofWire(fields.soldMessage)
export const lastDayLabel = ofWire(fields.lastDayLabel)
export const detailRows = ofWire(rows.detailRows)

export const formatWasPrice = ({ was_price }: WireListing, today?: string | false) =>
  fields.formatPreviousPrice({ previousPrice: was_price }, today)

export const soldLabel = (category: CategoryDefinition, wire: object): string =>
  fields.soldLabel(asListing(category, wire))

export const statusLabel = (
  category: CategoryDefinition,
  wire: { status: ListingStatus },
): string => fields.statusLabel(asListing(category, wire))

export const cardText = <Definition extends CategoryDefinition>(
  category: Definition,
  wire: WireListing,
  name: Extract<keyof Definition['fields'], string>,
): string | undefined => fields.cardText(asListing(category, wire), name as never)
