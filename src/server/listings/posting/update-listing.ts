import { isDeepStrictEqual } from 'node:util'
import { parseDetails } from '#categories/stored-listing.ts'
import { fieldErrors } from '#contract/errors.ts'
import {
  categoryOf,
  fromInput,
  type Listing,
  type ListingContent,
  type ListingDraft,
} from '#contract/listing.ts'
import { listingInput, mergeWithSaved } from '#contract/listing-input.ts'
import type { Db } from '../../database/database.ts'
import { AppError, invalidInput } from '../../errors.ts'
import { runHooks } from '../../hooks.ts'
import { findTakenDownPhotos, markTakenDown } from '../../photos/photo-queries.ts'
import { bumpListingVersions, bumpListsVersion } from '../../versions/category-versions.ts'
import { scheduleEnd } from '../lifecycle/end-listings.ts'
import { listingEndAfterEdit } from '../lifecycle/listing-end.ts'
import type { ListingHooks } from '../listing-deps.ts'
import {
  deleteListingRow,
  findListing,
  type ListingColumns,
  type ListingKey,
  type ListingRow,
  updateListingRow,
} from '../listing-queries.ts'
import { deleteSaleOfLastItem } from '../moving-out/moving-sale-queries.ts'
import { presentListing, presentWithEmail, readContent } from '../present-listing.ts'
import { recordWords } from '../search/search-words.ts'
import {
  foundLocation,
  requireUsableLastDay,
  type SaveContext,
  savePhotos,
  storedColumns,
  toListingColumns,
} from './create-listing.ts'
import { addressOf, locateLater, storedLocation } from './locate-listing.ts'
import { saveOfferSettings } from './offer-settings.ts'
import { changePrice } from './prices.ts'

/**
 * Updates a listing. It merges with the saved values inside the transaction, so neither of two concurrent updates is
 * lost. If reports have hidden the listing and a moderator wants it edited, an edit shows it again, but saving without
 * a change does not.
 */
export async function updateListing(
  tx: Db,
  key: ListingKey,
  body: unknown,
  context: SaveContext & { hooks: ListingHooks; ifMatch?: string | undefined },
): Promise<Listing> {
  await bumpListingVersions(tx, key)
  const read = async () => {
    const row = await findListing(tx, key)
    if (!row) throw new AppError('not_found', categoryOf(key).messages.notFound)
    return { row, saved: presentListing(row, context.now, 'own') }
  }
  const before = await read()
  const draft = validateUpdate(before.saved, body)
  requireUsableLastDay(draft, { now: context.now, mayHavePassed: true })
  await saveOfferSettings(tx, key.id, draft.offers)
  const stored = storedLocation(before.row)
  const hasSameAddress = addressOf(before.saved) === addressOf(draft)
  const unmoved = toListingColumns(draft, hasSameAddress ? stored : undefined)
  const urlsOf = ({ photos }: Listing) => photos.map(({ storedUrl }) => storedUrl)
  const toAddresses = (urls: string[]) => urls.map((url) => context.parsePhotoAddress(url) ?? url)
  const hasSamePhotos = isDeepStrictEqual(
    toAddresses(urlsOf(before.saved)),
    toAddresses(draft.photos),
  )
  if (hasSamePhotos && hasSameAddress && hasSameValues(before.row, unmoved)) {
    return presentWithEmail((await read()).row, context.now, 'own')
  }
  // The version is checked after this comparison, so a request that is repeated because its response was lost succeeds.
  requireVersion(before.saved, context.ifMatch)
  // Read before the hooks: they may show a hidden listing again, and its photos then no longer count as taken down.
  const takenDown = await findTakenDownPhotos(tx, key.id)
  await runHooks(context.hooks.beforeEdit, tx, key, context.now)
  const { row, saved } = await read()
  const ends_at =
    saved.status === 'expired' ? row.ends_at : endAfterEdit(row, saved, draft, context.now)
  const location = (hasSameAddress && stored) || foundLocation(context.located)
  const columns = toListingColumns(draft, location)
  await changePrice(tx, { row, saved, edited: draft, columns }, context.now)
  await recordWords(tx, [columns.search_text])
  await updateListingRow(tx, key.id, { ...columns, updated_at: context.now, ends_at })
  if (!location && context.located === 'later') {
    await locateLater(tx, { ...draft, id: key.id }, context.now)
  }
  if (ends_at < row.ends_at) await scheduleEnd(tx, ends_at, context.now)
  await runHooks(context.hooks.edited, tx, saved, draft)
  const photos = {
    category: key.category,
    listingId: key.id,
    sellerId: row.seller_id,
    urls: draft.photos,
    savedUrls: urlsOf(saved),
  }
  const listing = await savePhotos(tx, photos, context)
  await markTakenDown(tx, takenDown, { listingId: key.id, now: context.now })
  return listing
}

/**
 * Changes the description alone. The other values stay, even those that an edit would have to correct. Call it with the
 * category locked, and not for a listing that is taken down.
 */
export async function updateDescription(
  tx: Db,
  row: ListingRow,
  description: string,
  { hooks, now }: { hooks: Pick<ListingHooks, 'edited'>; now: number },
): Promise<void> {
  await bumpListingVersions(tx, row)
  const content = { ...readContent(row), description }
  const columns = storedColumns(content, parseDetails(row.details), undefined)
  await recordWords(tx, [columns.search_text])
  await updateListingRow(tx, row.id, { ...columns, updated_at: now, ends_at: row.ends_at })
  await runHooks(hooks.edited, tx, presentListing(row, now, 'own'), content)
}

/**
 * Throws if the listing has changed since the version in the If-Match header. Without the header, the last change wins.
 */
function requireVersion(saved: Listing, ifMatch: string | undefined) {
  if (ifMatch === undefined) return
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (tags.includes('*') || tags.includes(`"${saved.updatedAt}"`)) return
  const message = `This ${categoryOf(saved).labels.singular} was changed after you opened it. Load it again, then repeat your change.`
  throw new AppError('changed', message)
}

function hasSameValues(row: ListingRow, columns: ListingColumns): boolean {
  const valuesOf = ({ title, price_cents, description, details }: ListingRow | ListingColumns) => [
    ...[title, price_cents, description],
    // Parsing ignores the order of the keys, which PostgreSQL changes.
    JSON.parse(details),
  ]
  return isDeepStrictEqual(valuesOf(row), valuesOf(columns))
}

function endAfterEdit(row: ListingRow, saved: Listing, edited: ListingContent, now: number) {
  const countedFrom = row.renewed_at ?? row.posted_at
  return listingEndAfterEdit({ saved, endsAt: row.ends_at, countedFrom }, edited, now)
}

function validateUpdate(saved: Listing, body: unknown): ListingDraft {
  const { category } = saved
  const { data, error } = listingInput[category].safeParse(mergeWithSaved(saved, body))
  if (error) throw invalidInput(fieldErrors(error))
  return fromInput(category, data)
}

export async function deleteListing(tx: Db, listing: ListingKey, now: number): Promise<void> {
  await bumpListsVersion(tx, listing.category)
  const takenDown = await findTakenDownPhotos(tx, listing.id)
  await deleteSaleOfLastItem(tx, listing.id)
  if (!(await deleteListingRow(tx, listing))) {
    throw new AppError('not_found', categoryOf(listing).messages.notFound)
  }
  await markTakenDown(tx, takenDown, { listingId: listing.id, now })
}
