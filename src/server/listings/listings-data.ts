import sql from 'sql-template-tag'
import { parseDetails } from '#categories/stored-listing.ts'
import type { AccountExport } from '#contract/account-export.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../database/database.ts'
import { mapSlices, type RoomData } from '../database/room-data.ts'
import { isOneOf } from '../database/sql-fragments.ts'
import { dayMs, toIso, toIsoOrNull } from '../durations.ts'
import { bumpVersionsOfSeller } from '../versions/category-versions.ts'
import { deleteExpiredRenewLinks } from './lifecycle/renew-links.ts'
import type { ListingParts } from './listing-deps.ts'
import { exportMovingSales } from './moving-out/moving-sale-queries.ts'
import { findOfferSettings, noOfferSettings } from './posting/offer-settings.ts'
import { deletePreviousPrices, findPreviousPrices } from './posting/prices.ts'
import { deleteOldEmptySearches } from './search/empty-searches.ts'

/** How many listings an export reads at once. Each has a row for every day on which it was viewed. */
const listingsPerSlice = 50

type Parts = Pick<ListingParts, 'countFavourites'>

export const listingsData = (parts: Parts): RoomData => ({
  tables: {
    listings: { key: ['id'], hasGeneratedId: true, references: ['users', 'moderation_log'] },
    // The table has no rows, but backups keep its sequence.
    listing_ranks: { key: ['id'], hasGeneratedId: true },
    listing_marks: { key: ['listing_id'], references: ['listings'] },
    listing_prices: { key: ['listing_id', 'until'], references: ['listings'] },
    moving_sales: { key: ['id'], hasGeneratedId: true, references: ['users'] },
    moving_sale_items: { key: ['listing_id'], references: ['listings', 'moving_sales'] },
    empty_searches: {
      notInBackups: 'its words are kept for 30 days, and backups would keep them longer',
    },
    search_words: { notInBackups: 'the job that rebuilds the search text fills it again' },
    renew_links: {
      notInBackups:
        'a stolen backup renews no listing; links in emails already sent end with a restore',
      references: ['listings'],
    },
  },
  async export(db, { id }) {
    return {
      listings: await exportListings(db, id, parts),
      movingSales: await exportMovingSales(db, id),
    }
  },
  remove: (tx, { id }) => bumpVersionsOfSeller(tx, id),
  expire: [deleteExpiredRenewLinks, deletePreviousPrices, deleteOldEmptySearches],
})

interface ExportedListingRow {
  id: number
  category: string
  title: string
  price_cents: number
  description: string
  details: string
  photos: string
  posted_at: number
  updated_at: number
  status: ListingStatus
  ends_at: number
  renewed_at: number | null
  went_for_cents: number | null
  sold_at: number | null
}

async function exportListings(
  db: Db,
  studentId: number,
  parts: Parts,
): Promise<AccountExport['listings']> {
  const ids = await db.all<{ id: number }>(sql`
    SELECT id FROM listings WHERE seller_id = ${studentId} ORDER BY id`)
  return mapSlices(
    ids.map(({ id }) => id),
    listingsPerSlice,
    (slice) => exportSlice(db, slice, parts),
  )
}

async function exportSlice(
  db: Db,
  ids: readonly number[],
  { countFavourites }: Parts,
): Promise<AccountExport['listings']> {
  const rows = await db.all<ExportedListingRow>(sql`
    SELECT id, category, title, price_cents, description, details, photos, posted_at, updated_at,
      status, ends_at, renewed_at, went_for_cents, sold_at
    FROM listings WHERE ${isOneOf(db, sql`id`, ids)} ORDER BY id`)
  const views = Map.groupBy(await findDailyViews(db, ids), ({ listing_id }) => listing_id)
  const prices = await findPreviousPrices(db, ids)
  const savedBy = await countFavourites(db, ids)
  const offers = await findOfferSettings(db, ids)
  return rows.map((row) => ({
    id: row.id,
    category: row.category,
    title: row.title,
    price: row.price_cents / 100,
    description: row.description,
    details: parseDetails(row.details),
    photos: JSON.parse(row.photos),
    postedAt: toIso(row.posted_at),
    updatedAt: toIso(row.updated_at),
    status: row.status,
    endsAt: toIso(row.ends_at),
    renewedAt: toIsoOrNull(row.renewed_at),
    offers: offers.get(row.id) ?? noOfferSettings,
    soldAt: toIsoOrNull(row.sold_at),
    wentFor: row.went_for_cents === null ? null : row.went_for_cents / 100,
    views: (views.get(row.id) ?? []).map(({ day, views }) => ({
      day: toIso(day * dayMs).slice(0, 10),
      views,
    })),
    savedBy: savedBy.get(row.id) ?? 0,
    formerPrices: (prices.get(row.id) ?? [])
      .toSorted((a, b) => a.until - b.until)
      .map(({ cents, since, until }) => ({
        price: cents / 100,
        askedFrom: toIso(since),
        askedUntil: toIso(until),
      })),
  }))
}

function findDailyViews(db: Db, listingIds: readonly number[]) {
  return db.all<{ listing_id: number; day: number; views: number }>(sql`
    SELECT listing_id, day, views FROM listing_views
    WHERE ${isOneOf(db, sql`listing_id`, listingIds)} ORDER BY day`)
}
