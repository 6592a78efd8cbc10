import { isListed, statusAt } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import type { Account } from '../../students/user-queries.ts'
import { findSavedAmong } from './favourite-change-queries.ts'
import { rereadListings } from './reread-queries.ts'
import type { FavouriteChange } from './saved-mail-payload.ts'

/** At sending: what is still so of listings that are still saved. */
export async function rereadFavourites(
  db: Db,
  { id: userId, mailFavourites }: Account,
  favourites: FavouriteChange[],
  now: number,
): Promise<FavouriteChange[]> {
  if (!mailFavourites) return []
  const ids = favourites.map(({ listingId }) => listingId)
  const saved = await findSavedAmong(db, userId, ids)
  const rows = new Map((await rereadListings(db, ids)).map((row) => [row.id, row]))
  return favourites.flatMap(({ category, listingId, status: told, price }) => {
    const row = rows.get(listingId)
    if (!row || !saved.has(listingId)) return []
    const status = statusAt(row, now)
    const isStatusSo = told !== undefined && told === status
    const isPriceSo = price !== undefined && isListed(status) && row.price_cents === price.cents
    if (!isStatusSo && !isPriceSo) return []
    return [
      { category, listingId, ...(isStatusSo && { status: told }), ...(isPriceSo && { price }) },
    ]
  })
}
