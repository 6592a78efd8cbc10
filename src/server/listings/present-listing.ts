import type { AnyCategory } from '#categories/index.ts'
import { fromStored } from '#categories/stored-listing.ts'
import type { Listing } from '#contract/listings.ts'
import type { PhotoInfo } from '#contract/photos.ts'
import type { ListedRow, ListingRow } from './listing-queries.ts'

/** A listing under its category's wire names. Only what is named here leaves. */
export function presentListing(category: AnyCategory, row: ListedRow): Listing {
  const photoInfo: PhotoInfo[] = JSON.parse(row.photos)
  const values = fromStored(category, {
    title: row.title,
    price_cents: row.price_cents,
    description: row.description,
    details: JSON.parse(row.details),
    photos: photoInfo.map(({ url }) => url),
  })
  const listing: object = Object.assign(values, {
    id: row.id,
    photo_info: photoInfo,
    seller: { id: row.seller_id, name: `${row.first_name} ${row.last_name}` },
    [category.wire.date]: new Date(row.posted_at).toISOString(),
  })
  return listing as Listing
}

/** With the seller's address: for one visitor who may see it, never for a list. */
export function presentWithEmail(category: AnyCategory, row: ListingRow): Listing {
  const listing = presentListing(category, row)
  return { ...listing, seller: { ...listing.seller, email: row.email } }
}
