import type { CategoryDefinition, Lifetime } from '#categories/define-category.ts'
import { addressField, locationName } from '#categories/listing-values.ts'
import type { Location } from '#categories/minutes.ts'
import { readDetails, toCents } from '#categories/stored-listing.ts'
import type { User } from '#contract/accounts.ts'
import {
  categoryOf,
  type Listing,
  type ListingContent,
  type ListingDraft,
  type ListingFacts,
} from '#contract/listing.ts'
import { dayPassedMessage } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { invalidInput } from '../../errors.ts'
import type { Located } from '../../geocoding/geocoder.ts'
import { attachPhotos, type PhotosOfListing } from '../../photos/attach-photos.ts'
import type { ParsePhotoAddress } from '../../photos/photo-address.ts'
import { bumpListsVersion } from '../../versions/category-versions.ts'
import { scheduleEnd } from '../lifecycle/end-listings.ts'
import { findPassedDay, isLastDayTooFar, listingEnd } from '../lifecycle/listing-end.ts'
import {
  findListing,
  insertListing,
  type ListingColumns,
  type ListingKey,
  updateListingPhotos,
} from '../listing-queries.ts'
import { presentWithEmail } from '../present-listing.ts'
import { buildSearchText } from '../search/search-text.ts'
import { recordWords } from '../search/search-words.ts'
import { saveOfferSettings } from './offer-settings.ts'

export interface SaveContext {
  parsePhotoAddress: ParsePhotoAddress
  now: number
  /** Where the address is. Undefined if the site has no geocoder, or the category no address. */
  located?: Located | undefined
  /** When the listing ends, if that is earlier than its kind of listing would. */
  endsAt?: number | undefined
}

/** Returns the coordinates that were found, if any. */
export const foundLocation = (located: Located | undefined): Location | undefined =>
  located && located !== 'later' ? (located.location ?? undefined) : undefined

/** Saves a new listing. Call it in a transaction, as with the update and the deletion of a listing. */
export async function createListing(
  tx: Db,
  seller: Pick<User, 'id'>,
  draft: ListingDraft,
  context: SaveContext,
): Promise<Listing> {
  const { category, photos } = draft
  requireUsableLastDay(draft, { now: context.now, mayHavePassed: false })
  await bumpListsVersion(tx, category)
  const ends_at = Math.min(listingEnd(draft, context.now), context.endsAt ?? Infinity)
  await scheduleEnd(tx, ends_at, context.now)
  const columns = toListingColumns(draft, foundLocation(context.located))
  await recordWords(tx, [columns.search_text])
  const listingId = await insertListing(tx, {
    ...columns,
    category,
    seller_id: seller.id,
    posted_at: context.now,
    ends_at,
  })
  await saveOfferSettings(tx, listingId, draft.offers)
  return savePhotos(tx, { category, listingId, sellerId: seller.id, urls: photos }, context)
}

/** Returns the columns of a listing. `location` is where its address is, if the geocoder has found it. */
export const toListingColumns = (content: ListingContent, location?: Location): ListingColumns =>
  storedColumns(content, content.details, location)

/** Returns the columns with these details, which may have more than the fields. */
export function storedColumns(
  content: ListingContent,
  stored: ListingContent['details'],
  location: Location | undefined,
): ListingColumns {
  const category: CategoryDefinition = categoryOf(content)
  const address = addressField(category)
  const details = {
    ...stored,
    ...(address && location && { [locationName(address)]: location }),
  }
  return {
    title: content.title,
    price_cents: toCents(content.price),
    description: content.description ?? '',
    details: JSON.stringify(details),
    search_text: buildSearchText({ ...content, details: readDetails(category, details) }),
  }
}

/** Copies photo sizes and previews into the listing's row, so that lists need no join. */
export async function savePhotos(
  tx: Db,
  { category, ...photos }: PhotosOfListing & Pick<ListingKey, 'category'>,
  context: SaveContext,
): Promise<Listing> {
  const { listingId } = photos
  const infos = await attachPhotos(tx, photos, context)
  await updateListingPhotos(tx, listingId, JSON.stringify(infos))
  const row = await findListing(tx, { category, id: listingId })
  if (!row) throw new Error(`Listing ${listingId} was deleted while it was being saved.`)
  return presentWithEmail(row, context.now, 'own')
}

const tooFar = 'This date is too far away. Choose one in the next two years.'

/** Throws 400 if the last day cannot end the listing. An edit may keep a last day that has passed. */
export function requireUsableLastDay(
  listing: ListingFacts,
  { now, mayHavePassed }: { now: number; mayHavePassed: boolean },
) {
  const { lastDay }: Lifetime = categoryOf(listing).lifetime
  if (!lastDay) return
  if (isLastDayTooFar(listing, now)) throw invalidInput({ [lastDay]: tooFar })
  if (!mayHavePassed && findPassedDay(listing, now) === lastDay) {
    throw invalidInput({ [lastDay]: dayPassedMessage })
  }
}
