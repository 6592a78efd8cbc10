import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { fieldErrors } from '#contract/errors.ts'
import { listingInput, withKeptValues } from '#contract/listing-input.ts'
import type { Listing } from '#contract/listings.ts'
import type { Db } from '../database/database.ts'
import { AppError, invalidInput } from '../errors.ts'
import { columnsOf, withPhotos } from './create-listing.ts'
import { raiseListingCounter } from './listing-counter.ts'
import { findListing, updateListingColumns } from './listing-queries.ts'
import { presentListing } from './present-listing.ts'

/** What is left out keeps the value it has now, in this transaction: of two updates at once, neither is lost. */
export function updateListing(
  db: Db,
  category: AnyCategory,
  id: number,
  body: unknown,
  now: number,
): Promise<Listing> {
  return db.transaction(async (tx) => {
    await raiseListingCounter(tx, category.id)
    const saved = await findListing(tx, category.id, id)
    if (!saved) throw new AppError('not_found', category.messages.notFound)
    const input = checked(category, presentListing(category, saved), body)
    await updateListingColumns(tx, id, { ...columnsOf(category, input), updated_at: now })
    return withPhotos(tx, category, id, input.photos, now)
  })
}

function checked(category: AnyCategory, saved: Listing, body: unknown): ListingInput {
  const { data, error } = listingInput[category.id].safeParse(withKeptValues(category, saved, body))
  if (error) throw invalidInput(fieldErrors(error))
  return data
}
