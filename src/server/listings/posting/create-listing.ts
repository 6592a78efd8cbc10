import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { toStoredListing } from '#categories/stored-listing.ts'
import type { User } from '#contract/accounts.ts'
import type { Listing } from '#contract/listings.ts'
import type { Db } from '../../database/database.ts'
import { attachPhotos, type PhotosOfListing } from '../../photos/attach-photos.ts'
import type { ParsePhotoAddress } from '../../photos/photo-address.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { scheduleEnd } from '../lifecycle/end-listings.ts'
import { listingEnd } from '../lifecycle/listing-end.ts'
import {
  findListing,
  insertListing,
  type ListingColumns,
  updateListingPhotos,
} from '../listing-queries.ts'
import { presentWithEmail } from '../present-listing.ts'
import { buildSearchText } from '../search/search-text.ts'
import { requireUsableLastDay } from './require-last-day.ts'

export interface SaveContext {
  parsePhotoAddress: ParsePhotoAddress
  now: number
}

/** In a transaction, like the update and the deletion of a listing. */
export async function createListing(
  tx: Db,
  category: AnyCategory,
  seller: Pick<User, 'id'>,
  input: ListingInput,
  context: SaveContext,
): Promise<Listing> {
  requireUsableLastDay(category, input, { now: context.now, mayHavePassed: false })
  await bumpCategoryVersion(tx, category.id)
  const ends_at = listingEnd(category, input, context.now)
  await scheduleEnd(tx, ends_at, context.now)
  const listingId = await insertListing(tx, {
    ...toListingColumns(category, input),
    category: category.id,
    seller_id: seller.id,
    posted_at: context.now,
    ends_at,
  })
  return savePhotos(tx, category, { listingId, sellerId: seller.id, urls: input.photos }, context)
}

export function toListingColumns(category: AnyCategory, input: ListingInput): ListingColumns {
  const { title, price_cents, description, details } = toStoredListing(category, input)
  return {
    title,
    price_cents,
    description,
    details: JSON.stringify(details),
    search_text: buildSearchText(category, input),
  }
}

/** Denormalises photo sizes and previews into the listing's row, so that lists need no join. */
export async function savePhotos(
  tx: Db,
  category: AnyCategory,
  photos: PhotosOfListing,
  context: SaveContext,
): Promise<Listing> {
  const { listingId } = photos
  const infos = await attachPhotos(tx, photos, context)
  await updateListingPhotos(tx, listingId, JSON.stringify(infos))
  const row = await findListing(tx, category.id, listingId)
  if (!row) throw new Error(`Listing ${listingId} was deleted while it was being saved.`)
  return presentWithEmail(category, row, context.now, 'full')
}
