import sql from 'sql-template-tag'
import type { AccountExport } from '#contract/account-export.ts'
import { isTakenDown, type ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../database/database.ts'
import { findSavedSearches } from '../saved/searches/saved-search-queries.ts'

interface ExportedFavouriteRow {
  category: string
  listing_id: number
  title: string
  status: ListingStatus
  created_at: number
  known_at: number
  known_status: ListingStatus
}

const toIso = (time: number) => new Date(time).toISOString()

export async function exportFavourites(
  db: Db,
  userId: number,
): Promise<AccountExport['favourites']> {
  const rows = await db.all<ExportedFavouriteRow>(sql`
    SELECT category, listing_id, title, status, created_at, known_at, known_status
    FROM favourites JOIN listings ON listings.id = listing_id
    WHERE user_id = ${userId} ORDER BY created_at, listing_id`)
  return rows.map((row) => ({
    category: row.category,
    listingId: row.listing_id,
    title: isTakenDown(row.status) ? null : row.title,
    savedAt: toIso(row.created_at),
    knownStatus: row.known_status,
    knownAt: toIso(row.known_at),
  }))
}

export async function exportSavedSearches(
  db: Db,
  userId: number,
): Promise<AccountExport['savedSearches']> {
  return (await findSavedSearches(db, userId)).map((row) => ({
    id: row.id,
    category: row.category,
    query: row.query,
    frequency: row.frequency,
    savedAt: toIso(row.created_at),
    wantedAt: toIso(row.wanted_at),
    pausedAt: row.paused_at === null ? null : toIso(row.paused_at),
  }))
}

export async function exportMailedListings(
  db: Db,
  userId: number,
): Promise<AccountExport['mailedListings']> {
  const rows = await db.all<{ listing_id: number; mailed_at: number }>(sql`
    SELECT listing_id, mailed_at FROM mailed_listings WHERE user_id = ${userId}
    ORDER BY mailed_at, listing_id`)
  return rows.map(({ listing_id, mailed_at }) => ({
    listingId: listing_id,
    mailedAt: toIso(mailed_at),
  }))
}
