import type { AnyCategory } from '#categories/index.ts'
import { fromStored } from '#categories/stored-listing.ts'
import type { Listing } from '#contract/listings.ts'
import type { PhotoInfo } from '#contract/photos.ts'
import type { ListedRow, ListingRow } from './listing-queries.ts'

/** A listing under its category's wire names. Only what the definition or this function names leaves. */
export function presentListing(category: AnyCategory, row: ListedRow): Listing {
  const photos: PhotoInfo[] = JSON.parse(row.photos)
  const values: Record<string, unknown> = fromStored(category, {
    title: row.title,
    price_cents: row.price_cents,
    description: row.description,
    details: JSON.parse(row.details),
    photos: photos.map(({ url }) => url),
  })
  values.id = row.id
  values.photo_info = photos.map(({ url, width, height, preview }) => ({
    url,
    width,
    height,
    preview,
  }))
  values.seller = { id: row.seller_id, name: `${row.first_name} ${row.last_name}` }
  values[category.wire.date] = new Date(row.posted_at).toISOString()
  return values as Listing
}

/** With the seller's address: for one visitor who may see it, never for a list. */
export function presentWithEmail(category: AnyCategory, row: ListingRow): Listing {
  const listing = presentListing(category, row)
  return { ...listing, seller: { ...listing.seller, email: row.email } }
}
