import type { Favourite } from '#contract/favourites.ts'
import type { Listing } from '#contract/listing.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import { findListingRows, type ListingRow } from '../../listings/listing-queries.ts'
import { presentListing, type SellerNames } from '../../listings/present-listing.ts'
import { canSee } from '../../policies.ts'
import { type FavouriteRow, findFavourites } from './favourite-queries.ts'

/** A favourite of the response, with a listing that is not translated yet. */
type FavouriteOfListing = Omit<Favourite, 'listing'> & { listing: Listing | null }

/** The last saved first, with those that have ended. */
export async function readFavourites(
  db: Db,
  userId: number,
  now: number,
  names: SellerNames = 'short',
): Promise<FavouriteOfListing[]> {
  const favourites = await findFavourites(db, userId)
  const rows = await findListingRows(
    db,
    favourites.map(({ listing_id }) => listing_id),
  )
  return favourites.flatMap((favourite) => {
    const row = rows.get(favourite.listing_id)
    return row ? [presentFavourite(favourite, row, now, names)] : []
  })
}

function presentFavourite(
  { created_at }: FavouriteRow,
  row: ListingRow,
  now: number,
  names: SellerNames,
): FavouriteOfListing {
  return {
    category: row.category,
    id: row.id,
    saved_at: toIso(created_at),
    title: isTakenDown(row.status) ? null : row.title,
    listing: canSee('student', row, now) ? presentListing(row, now, names) : null,
  }
}
