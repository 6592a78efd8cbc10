import type { Db } from '#server/database/database.ts'
import { insertMovingSale, toBundle } from '#server/listings/moving-out/moving-sale-queries.ts'

/** Puts listings on one moving-out page. Returns its id. */
export const insertTestMovingSale = (
  db: Db,
  { sellerId, listingIds, now }: { sellerId: number; listingIds: number[]; now: number },
): Promise<number> =>
  insertMovingSale(
    db,
    {
      seller_id: sellerId,
      client_id: crypto.randomUUID(),
      place: 'The lobby',
      pickup_window: 'Sat 10 to 18',
      free_until: null,
      ...toBundle(30, listingIds),
      created_at: now,
    },
    listingIds,
  )
