import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { fieldErrors } from '#contract/errors.ts'
import { listingInput, mergeWithSaved } from '#contract/listing-input.ts'
import type { Listing } from '#contract/listings.ts'
import type { Db } from '../database/database.ts'
import { AppError, invalidInput } from '../errors.ts'
import { bumpCategoryVersion } from '../response-cache/category-versions.ts'
import { type SaveContext, savePhotos, toListingColumns } from './create-listing.ts'
import { findListing, updateListingRow } from './listing-queries.ts'
import { presentListing } from './present-listing.ts'

/** Merges with the saved values inside the transaction, so that of two concurrent updates neither is lost. */
export async function updateListing(
  tx: Db,
  category: AnyCategory,
  id: number,
  body: unknown,
  context: SaveContext,
): Promise<Listing> {
  await bumpCategoryVersion(tx, category.id)
  const row = await findListing(tx, category.id, id)
  if (!row) throw new AppError('not_found', category.messages.notFound)
  const saved = presentListing(category, row)
  const input = validateUpdate(category, saved, body)
  const columns = toListingColumns(category, input)
  await updateListingRow(tx, id, { ...columns, updated_at: context.now })
  const photos = {
    listingId: id,
    sellerId: row.seller_id,
    urls: input.photos,
    savedUrls: saved.photos,
  }
  return savePhotos(tx, category, photos, context)
}

function validateUpdate(category: AnyCategory, saved: Listing, body: unknown): ListingInput {
  const { data, error } = listingInput[category.id].safeParse(mergeWithSaved(category, saved, body))
  if (error) throw invalidInput(fieldErrors(error))
  return data
}
