import { isListed, type ListingStatus, statusAt } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { findListingRows, type ListingRow } from '../../listings/listing-queries.ts'
import {
  currentPrice,
  type FormerPrice,
  findFormerPrices,
  findPriceDrop,
} from '../../listings/posting/prices.ts'
import { presentListing } from '../../listings/present-listing.ts'
import {
  type ChangedFavourite,
  findChangedFavourites,
  type KnownFavourite,
} from './favourite-change-queries.ts'
import type { FavouriteChange } from './saved-mail-payload.ts'

/** What is told, and everything that was considered: it is known then. */
interface FavouritesConsidered {
  changes: FavouriteChange[]
  known: KnownFavourite[]
}

/** On PostgreSQL an edit may be committed at any time, with an earlier one: what was not read is not known. */
export async function findFavouriteChanges(
  tx: Db,
  userId: number,
  now: number,
): Promise<FavouritesConsidered> {
  const changed = await findChangedFavourites(tx, userId)
  // Before the rows: a price that ends between the two reads is not known yet, and told the next time.
  const formerPrices = await findFormerPrices(
    tx,
    changed.map(({ listing_id }) => listing_id),
  )
  const rows = await findListingRows(
    tx,
    changed.map(({ listing_id }) => listing_id),
  )
  const considered: FavouritesConsidered = { changes: [], known: [] }
  for (const favourite of changed) {
    const { listing_id: listingId, category } = favourite
    const row = rows.get(listingId)
    if (!row) continue
    const former = formerPrices.get(listingId) ?? []
    const status = statusAt(row, now)
    const knownAt = Math.max(favourite.known_at, ...former.map(({ until }) => until))
    considered.known.push({ listingId, status, knownAt })
    const told = statusToTell(favourite.known_status, status)
    const price = priceToTell(favourite, row, former, now)
    if (!told && !price) continue
    const change = { category, listingId, ...(told && { status: told }), ...(price && { price }) }
    considered.changes.push(change)
  }
  return considered
}

/** That it has ended is not told: it may be renewed. */
function statusToTell(known: ListingStatus, status: ListingStatus): ListingStatus | undefined {
  if (status === known) return undefined
  return isListed(status) || status === 'sold' ? status : undefined
}

/** Compared with what was asked when the student last heard of it, and before. */
function priceToTell(
  { known_at }: ChangedFavourite,
  row: ListingRow,
  formerPrices: FormerPrice[],
  now: number,
): FavouriteChange['price'] {
  const listing = presentListing(row, now)
  if (!isListed(listing.status)) return undefined
  const present = currentPrice(listing, formerPrices)
  // The price that began then is known.
  const was = findPriceDrop(formerPrices, present, known_at + 1)
  return was && { cents: row.price_cents, wasCents: was.cents }
}
