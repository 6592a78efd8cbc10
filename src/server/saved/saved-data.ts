import sql from 'sql-template-tag'
import { type CategoryId, categoryById, isForConfirmed } from '#categories/index.ts'
import type { AccountExport } from '#contract/account-export.ts'
import { isTakenDown, type ListingStatus } from '#contract/listing-status.ts'
import { keepMailedListingsDays } from '#contract/saved-rules.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { dayMs, toIso, toIsoOrNull } from '../durations.ts'
import { hasToConfirm } from '../students/confirmation/confirmation.ts'
import { isSuspended } from '../students/restrictions/standing.ts'
import type { Account } from '../students/user-queries.ts'
import { findSavedSearches } from './searches/saved-search-queries.ts'

export const savedData: RoomData<Account> = {
  tables: {
    favourites: { key: ['user_id', 'listing_id'], references: ['users', 'listings'] },
    saved_searches: { key: ['id'], hasGeneratedId: true, references: ['users'] },
    mailed_listings: { key: ['user_id', 'listing_id'], references: ['users', 'listings'] },
  },
  async export(db, student, { now }) {
    const { id } = student
    const maySeeRequests = !hasToConfirm(student) && !isSuspended(student, now)
    return {
      favourites: await exportFavourites(db, id, maySeeRequests),
      savedSearches: await exportSavedSearches(db, id),
      mailedListings: await exportMailedListings(db, id),
    }
  },
  expire: [deleteExpiredMailedListings],
}

interface ExportedFavouriteRow {
  category: CategoryId
  listing_id: number
  title: string
  status: ListingStatus
  created_at: number
  known_at: number
  known_status: ListingStatus
}

/** Leaves out titles that the student may not see now: of listings that were taken down, and of housing requests. */
async function exportFavourites(
  db: Db,
  studentId: number,
  maySeeRequests: boolean,
): Promise<AccountExport['favourites']> {
  const rows = await db.all<ExportedFavouriteRow>(sql`
    SELECT category, listing_id, title, status, created_at, known_at, known_status
    FROM favourites JOIN listings ON listings.id = listing_id
    WHERE user_id = ${studentId} ORDER BY created_at, listing_id`)
  return rows.map((row) => ({
    category: row.category,
    listingId: row.listing_id,
    title:
      isTakenDown(row.status) || (!maySeeRequests && isForConfirmed(categoryById[row.category]))
        ? null
        : row.title,
    savedAt: toIso(row.created_at),
    knownStatus: row.known_status,
    knownAt: toIso(row.known_at),
  }))
}

async function exportSavedSearches(
  db: Db,
  studentId: number,
): Promise<AccountExport['savedSearches']> {
  return (await findSavedSearches(db, studentId)).map((row) => ({
    id: row.id,
    category: row.category,
    query: row.query,
    frequency: row.frequency,
    savedAt: toIso(row.created_at),
    wantedAt: toIso(row.wanted_at),
    pausedAt: toIsoOrNull(row.paused_at),
  }))
}

async function exportMailedListings(
  db: Db,
  studentId: number,
): Promise<AccountExport['mailedListings']> {
  const rows = await db.all<{ listing_id: number; mailed_at: number }>(sql`
    SELECT listing_id, mailed_at FROM mailed_listings WHERE user_id = ${studentId}
    ORDER BY mailed_at, listing_id`)
  return rows.map(({ listing_id, mailed_at }) => ({
    listingId: listing_id,
    mailedAt: toIso(mailed_at),
  }))
}

async function deleteExpiredMailedListings(db: Db, now: number) {
  const where = sql`mailed_at <= ${now - keepMailedListingsDays * dayMs}`
  await cleanUp(db, { table: 'mailed_listings', primaryKey: ['user_id', 'listing_id'], where })
}
