import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { fieldErrors } from '#contract/errors.ts'
import { listingInput, mergeWithSaved } from '#contract/listing-input.ts'
import type { Listing } from '#contract/listings.ts'
import type { Db } from '../database/database.ts'
import { AppError, invalidInput } from '../errors.ts'
import { bumpCategoryVersion } from '../response-cache/category-versions.ts'
import { type SaveContext, savePhotos, toListingColumns } from './create-listing.ts'
import { scheduleEnd } from './end-listings.ts'
import { movedEnd } from './listing-end.ts'
import { findListing, type ListingRow, updateListingRow } from './listing-queries.ts'
import { presentListing } from './present-listing.ts'
import { requireUsableLastDay } from './require-last-day.ts'

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
  const saved = presentListing(category, row, context.now)
  const input = validateUpdate(category, saved, body)
  requireUsableLastDay(category, input, { now: context.now, mayHavePassed: true })
  const columns = toListingColumns(category, input)
  const ends_at =
    saved.status === 'expired'
      ? row.ends_at
      : endAfterEdit(category, row, saved, input, context.now)
  await updateListingRow(tx, id, { ...columns, updated_at: context.now, ends_at })
  if (ends_at < row.ends_at) await scheduleEnd(tx, ends_at, context.now)
  const photos = {
    listingId: id,
    sellerId: row.seller_id,
    urls: input.photos,
    savedUrls: saved.photos,
  }
  return savePhotos(tx, category, photos, context)
}

function endAfterEdit(
  category: AnyCategory,
  row: ListingRow,
  saved: Listing,
  input: ListingInput,
  now: number,
) {
  const countedFrom = row.renewed_at ?? row.posted_at
  return movedEnd(category, { values: saved, endsAt: row.ends_at, countedFrom }, input, now)
}

function validateUpdate(category: AnyCategory, saved: Listing, body: unknown): ListingInput {
  const { data, error } = listingInput[category.id].safeParse(mergeWithSaved(category, saved, body))
  if (error) throw invalidInput(fieldErrors(error))
  return data
}
