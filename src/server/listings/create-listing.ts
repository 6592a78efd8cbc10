import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { toStoredListing } from '#categories/stored-listing.ts'
import type { SessionUser } from '#contract/accounts.ts'
import type { Listing } from '#contract/listings.ts'
import type { Db } from '../database/database.ts'
import { attachPhotos } from '../photos/attach-photos.ts'
import { bumpCategoryVersion } from '../response-cache/category-versions.ts'
import {
  findListing,
  insertListing,
  type ListingColumns,
  updateListingPhotos,
} from './listing-queries.ts'
import { presentWithEmail } from './present-listing.ts'
import { buildSearchText } from './search-text.ts'

export function createListing(
  db: Db,
  category: AnyCategory,
  seller: Pick<SessionUser, 'id'>,
  input: ListingInput,
  now: number,
): Promise<Listing> {
  return db.transaction(async (tx) => {
    await bumpCategoryVersion(tx, category.id)
    const id = await insertListing(tx, {
      ...toListingColumns(category, input),
      category: category.id,
      seller_id: seller.id,
      posted_at: now,
    })
    return savePhotos(tx, category, id, input.photos, now)
  })
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
  id: number,
  urls: string[],
  now: number,
): Promise<Listing> {
  const photos = await attachPhotos(tx, id, urls, now)
  await updateListingPhotos(tx, id, JSON.stringify(photos))
  const row = await findListing(tx, category.id, id)
  if (!row) throw new Error(`Listing ${id} was deleted while it was being saved.`)
  return presentWithEmail(category, row)
}
