import sql, { join } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'

export interface RereadListing {
  id: number
  category: CategoryId
  rank: number
  price_cents: number
  search_text: string
  status: ListingStatus
  ends_at: number
  seller_id: number
  email: string
}

/** Listings of any category, as they are when a mail is sent. */
export async function rereadListings(db: Db, listingIds: number[]): Promise<RereadListing[]> {
  if (listingIds.length === 0) return []
  return db.all<RereadListing>(sql`
    SELECT listings.id, category, rank, price_cents, search_text, status, ends_at, seller_id, email
    FROM listings JOIN users ON users.id = seller_id
    WHERE listings.id IN (${join(listingIds)})`)
}
