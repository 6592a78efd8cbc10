import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { fieldErrors } from '#contract/errors.ts'
import { listingInput, mergeWithSaved } from '#contract/listing-input.ts'
import type { Listing } from '#contract/listings.ts'
import type { Db } from '../database/database.ts'
import { AppError, invalidInput } from '../errors.ts'
import { bumpCategoryVersion } from '../response-cache/category-versions.ts'
import { savePhotos, toListingColumns } from './create-listing.ts'
import { findListing, updateListingRow } from './listing-queries.ts'
import { presentListing } from './present-listing.ts'

/** Merges with the saved values inside the transaction, so that of two concurrent updates neither is lost. */
export function updateListing(
  db: Db,
  category: AnyCategory,
  id: number,
  body: unknown,
  now: number,
): Promise<Listing> {
  return db.transaction(async (tx) => {
    await bumpCategoryVersion(tx, category.id)
    const saved = await findListing(tx, category.id, id)
    if (!saved) throw new AppError('not_found', category.messages.notFound)
    const input = validateUpdate(category, presentListing(category, saved), body)
    await updateListingRow(tx, id, { ...toListingColumns(category, input), updated_at: now })
    return savePhotos(tx, category, id, input.photos, now)
  })
}

function validateUpdate(category: AnyCategory, saved: Listing, body: unknown): ListingInput {
  const { data, error } = listingInput[category.id].safeParse(mergeWithSaved(category, saved, body))
  if (error) throw invalidInput(fieldErrors(error))
  return data
}
