import { isDeepStrictEqual } from 'node:util'
import type { AnyCategory } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { fieldErrors } from '#contract/errors.ts'
import { listingInput, mergeWithSaved } from '#contract/listing-input.ts'
import type { Listing } from '#contract/listings.ts'
import type { Db } from '../../database/database.ts'
import { AppError, invalidInput } from '../../errors.ts'
import { runHooks } from '../../hooks.ts'
import { findTakenDownPhotos, markTakenDown } from '../../photos/photo-queries.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { scheduleEnd } from '../lifecycle/end-listings.ts'
import { movedEnd } from '../lifecycle/listing-end.ts'
import type { ListingHooks } from '../listing-hooks.ts'
import {
  findListing,
  type ListingColumns,
  type ListingRow,
  updateListingRow,
} from '../listing-queries.ts'
import { presentListing, presentWithEmail } from '../present-listing.ts'
import { changePrice } from './change-price.ts'
import { type SaveContext, savePhotos, toListingColumns } from './create-listing.ts'
import { requireUsableLastDay } from './require-last-day.ts'

/**
 * Merges with the saved values inside the transaction, so that of two concurrent updates neither is lost. What reports
 * have hidden, and a moderator wants edited, is shown with it; saving it as it is, is no edit.
 */
export async function updateListing(
  tx: Db,
  category: AnyCategory,
  id: number,
  body: unknown,
  context: SaveContext & { hooks: ListingHooks; ifMatch?: string | undefined },
): Promise<Listing> {
  await bumpCategoryVersion(tx, category.id)
  const read = async () => {
    const row = await findListing(tx, category.id, id)
    if (!row) throw new AppError('not_found', category.messages.notFound)
    return { row, saved: presentListing(category, row, context.now, 'full') }
  }
  const before = await read()
  const input = validateUpdate(category, before.saved, body)
  requireUsableLastDay(category, input, { now: context.now, mayHavePassed: true })
  const columns = toListingColumns(category, input)
  const addressesOf = ({ photos }: { photos: string[] }) =>
    photos.map((url) => context.parsePhotoAddress(url) ?? url)
  const hasSamePhotos = isDeepStrictEqual(addressesOf(before.saved), addressesOf(input))
  if (hasSamePhotos && hasSameValues(before.row, columns)) {
    return presentWithEmail(category, before.row, context.now, 'full')
  }
  // After the comparison: a request that is sent again because its answer was lost finds its own change.
  requireVersion(category, before.saved, context.ifMatch)
  // Runs before the edit makes the listing visible again.
  const takenDown = await findTakenDownPhotos(tx, id)
  await runHooks(context.hooks.beforeEdit, tx, { category: category.id, id }, context.now)
  const { row, saved } = await read()
  const ends_at =
    saved.status === 'expired'
      ? row.ends_at
      : endAfterEdit(category, row, saved, input, context.now)
  await changePrice(tx, category, { row, saved, input, columns }, context.now)
  await updateListingRow(tx, id, { ...columns, updated_at: context.now, ends_at })
  if (ends_at < row.ends_at) await scheduleEnd(tx, ends_at, context.now)
  await runHooks(context.hooks.edited, tx, category, { id, saved, input })
  const photos = {
    listingId: id,
    sellerId: row.seller_id,
    urls: input.photos,
    savedUrls: saved.photos,
  }
  const listing = await savePhotos(tx, category, photos, context)
  await markTakenDown(tx, takenDown, { listingId: id, now: context.now })
  return listing
}

/** An If-Match header names the version that the change is based on; without it the last change wins. */
function requireVersion({ labels }: AnyCategory, saved: Listing, ifMatch: string | undefined) {
  if (ifMatch === undefined) return
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (tags.includes('*') || tags.includes(`"${saved.updated_at}"`)) return
  const message = `This ${labels.singular} was changed after you opened it. Load it again, then repeat your change.`
  throw new AppError('changed', message)
}

function hasSameValues(row: ListingRow, columns: ListingColumns): boolean {
  const valuesOf = ({ title, price_cents, description, details }: ListingRow | ListingColumns) => [
    ...[title, price_cents, description],
    // PostgreSQL stores the keys in an order of its own.
    JSON.parse(details),
  ]
  return isDeepStrictEqual(valuesOf(row), valuesOf(columns))
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
