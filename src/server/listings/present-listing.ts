import type { FastifyRequest } from 'fastify'
import type { AnyCategory } from '#categories/index.ts'
import { fromStoredListing, parseDetails } from '#categories/stored-listing.ts'
import { statusAt } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import type { PhotoInfo } from '#contract/photos.ts'
import { asksPrice } from '#contract/wire-functions.ts'
import { fullName, shortName } from '../students/person.ts'
import type { ListingRow } from './listing-queries.ts'
import { hyphenateIsbns } from './search/hyphenate-isbns.ts'

/**
 * A listing under its category's wire names. Columns that neither the definition nor this function names stay private.
 * `names` is short unless the caller knows that the reader is a student.
 */
export function presentListing(
  category: AnyCategory,
  row: ListingRow,
  now: number,
  names: SellerNames = 'short',
): Listing {
  const photos: PhotoInfo[] = JSON.parse(row.photos)
  const values: Record<string, unknown> = fromStoredListing(category, {
    title: row.title,
    price_cents: row.price_cents,
    description: row.description,
    details: parseDetails(row.details),
    photos: photos.map(({ url }) => url),
  })
  Object.assign(values, hyphenateIsbns(category, values))
  values.id = row.id
  values.photo_info = photos.map(({ url, width, height, preview }) => ({
    url,
    width,
    height,
    preview,
  }))
  values.seller = { id: row.seller_id, name: sellerName(row, names) }
  values.status = statusAt(row, now)
  values.updated_at = toIso(row.updated_at)
  values.ends_at = toIso(row.ends_at)
  values.renewed_at = row.renewed_at && toIso(row.renewed_at)
  values[category.apiNames.date] = toIso(row.posted_at)
  values.was_price = presentWasPrice(category, row, values as Listing)
  return values as Listing
}

/** An edit of something else than the price can leave one that is none. */
function presentWasPrice(category: AnyCategory, row: ListingRow, listing: Listing) {
  const { was_price_cents: cents, was_price_since: since } = row
  if (cents === null || since === null || !asksPrice(category, listing)) return null
  return { price: cents / 100, since: toIso(since) }
}

/** With the seller's email: for a single listing, never for lists. Null says that its reader may ask for the contact. */
export function presentWithEmail(
  category: AnyCategory,
  row: ListingRow & { email: string | null },
  now: number,
  names: SellerNames = 'short',
): Listing {
  const listing = presentListing(category, row, now, names)
  return { ...listing, seller: { ...listing.seller, email: row.email } }
}

const toIso = (time: number) => new Date(time).toISOString()

/** "Sofia Rossi" or "Sofia R." */
export type SellerNames = 'full' | 'short'

/**
 * How the reader of a response sees sellers: visitors, and students who have to confirm their address first, get short
 * names. A cached response has it in its key.
 */
export const sellerNamesFor = ({
  user,
  audience,
}: Pick<FastifyRequest, 'user' | 'audience'>): SellerNames =>
  audience === 'students' && user?.confirmation !== 'required' ? 'full' : 'short'

export function sellerName(row: ListingRow, names: SellerNames): string {
  const seller = { firstName: row.first_name, lastName: row.last_name }
  return names === 'full' ? fullName(seller) : shortName(seller)
}
