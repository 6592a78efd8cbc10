import { categoryById } from '#categories/index.ts'
import type { Favourite } from '#contract/favourites.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { findListingRows } from '../../listings/find-listing-rows.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'
import { presentListing, type SellerNames } from '../../listings/present-listing.ts'
import { canSee } from '../../policies.ts'
import { type FavouriteRow, findFavourites } from './favourite-queries.ts'

/** The last saved first, with those that have ended. */
export async function readFavourites(
  db: Db,
  userId: number,
  now: number,
  names: SellerNames = 'short',
): Promise<Favourite[]> {
  const favourites = await findFavourites(db, userId)
  const keys = favourites.map(({ category, listing_id: id }) => ({ category, id }))
  const rows = await findListingRows(db, keys)
  return favourites.flatMap((favourite) => {
    const row = rows.get(favourite.listing_id)
    return row ? [presentFavourite(favourite, row, now, names)] : []
  })
}

function presentFavourite(
  { listing_id, category: categoryId, created_at }: FavouriteRow,
  row: ListingRow,
  now: number,
  names: SellerNames,
): Favourite {
  const category = categoryById[categoryId]
  return {
    category: categoryId,
    id: listing_id,
    saved_at: new Date(created_at).toISOString(),
    title: isTakenDown(row.status) ? null : row.title,
    listing: canSee('student', row, now) ? presentListing(category, row, now, names) : null,
  }
}
