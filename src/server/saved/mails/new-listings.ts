import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { type CategoryId, categories, categoryById } from '#categories/index.ts'
import type { SearchFrequency } from '#contract/saved-rules.ts'
import type { Db } from '../../database/database.ts'
import { forKeyShare, isOneOf } from '../../database/sql-fragments.ts'
import {
  createListingIndex,
  type ListingIndex,
  toSearchCriteria,
} from '../searches/listing-index.ts'
import type { SavedSearchRow } from '../searches/saved-search-queries.ts'

/** The page is small because indexing it blocks all requests. */
const pageSize = 250

/** A slice of this many searches takes SQLite less than a millisecond. */
const searchesPerSlice = 1_000

/** The listings of a category that are new to at least one of the searches. */
export interface NewInCategory {
  /**
   * The lowest rank that one of the searches had seen. If a search has seen less, some listings that are new to it were
   * not read.
   */
  fromRank: number
  /** After a student's searches are matched, they have seen everything up to this rank. */
  highestRank: number
  /** Returns the ids of the listings that are new to the search and match it, the newest first. */
  match(search: { query: string; seen_rank: number }): number[]
}

export type NewListings = ReadonlyMap<CategoryId, NewInCategory>

/** Reads the new listings once for all searches of this frequency. Categories without new listings are left out. */
export async function readNewListings(
  db: Db,
  frequency: SearchFrequency,
  now: number,
): Promise<NewListings> {
  const newListings = new Map<CategoryId, NewInCategory>()
  for (const { id: category } of categories) {
    const fromRank = await findLowestSeenRank(db, { frequency, category })
    if (fromRank === undefined) continue
    const { highestRank, indexes } = await readIndexes(db, category, fromRank, now)
    if (highestRank === fromRank) continue
    newListings.set(category, { fromRank, highestRank, match: matcher(category, indexes, now) })
  }
  return newListings
}

async function readIndexes(db: Db, category: CategoryId, fromRank: number, now: number) {
  const indexes: ListingIndex<RankedListingRow>[] = []
  let highestRank = fromRank
  for (let isLast = false; !isLast; ) {
    const rows = await findListingsAboveRank(db, { category, rank: highestRank, limit: pageSize })
    highestRank = rows.at(-1)?.rank ?? highestRank
    isLast = rows.length < pageSize
    indexes.unshift(
      createListingIndex(rows.filter(({ is_new, ends_at }) => is_new === 1 && ends_at > now)),
    )
    await yieldToEventLoop()
  }
  return { highestRank, indexes }
}

const matcher =
  (
    categoryId: CategoryId,
    indexes: ListingIndex<RankedListingRow>[],
    now: number,
  ): NewInCategory['match'] =>
  ({ query, seen_rank }) => {
    const criteria = toSearchCriteria(categoryById[categoryId], query, now)
    if (!criteria) return []
    return indexes
      .flatMap(({ match }) => match(criteria))
      .filter(({ rank }) => rank > seen_rank)
      .map(({ id }) => id)
  }

/** The searches of one category with the same frequency of emails. */
interface SearchGroup {
  frequency: SearchFrequency
  category: CategoryId
}

const isActive = ({ frequency, category }: SearchGroup) => sql`
  frequency <> 'off' AND paused_at IS NULL AND frequency = ${frequency} AND category = ${category}`

/** Returns the rank above which listings are new to at least one search, or undefined if there is no search. */
async function findLowestSeenRank(db: Db, group: SearchGroup): Promise<number | undefined> {
  const ranks: number[] = []
  for (let afterId: number | null = 0; afterId !== null; ) {
    const slice: { count: number; rank: number | null; last: number | null } | undefined =
      await db.get(sql`
        SELECT count(*) AS count, min(seen_rank) AS rank, max(id) AS last FROM (
          SELECT id, seen_rank FROM saved_searches WHERE ${isActive(group)} AND id > ${afterId}
          ORDER BY id LIMIT ${searchesPerSlice}) AS slice`)
    if (typeof slice?.rank === 'number') ranks.push(slice.rank)
    afterId = slice?.count === searchesPerSlice ? slice.last : null
    await yieldToEventLoop()
  }
  return ranks.length > 0 ? Math.min(...ranks) : undefined
}

interface RankedListingRow {
  id: number
  rank: number
  price_cents: number
  search_text: string
  ends_at: number
  /** 1, or 0 if a renewal has moved the listing up. */
  is_new: number
}

/** Returns listed listings above the rank, the lowest rank first. */
export function findListingsAboveRank(
  db: Db,
  { category, rank, limit }: { category: CategoryId; rank: number; limit: number },
): Promise<RankedListingRow[]> {
  return db.all<RankedListingRow>(sql`
    SELECT id, rank, price_cents, search_text, ends_at,
      CASE WHEN ranked_at = posted_at THEN 1 ELSE 0 END AS is_new
    FROM listings WHERE listed AND category = ${category} AND rank > ${rank}
    ORDER BY rank LIMIT ${limit}`)
}

/**
 * Whether some of the listings that were read are new to the search. One that has seen less than `fromRank` became due
 * during the run. It waits for the next run, because not everything that is new to it was read.
 */
export const isBehind = (
  { seen_rank }: Pick<SavedSearchRow, 'seen_rank'>,
  { fromRank, highestRank }: Pick<NewInCategory, 'fromRank' | 'highestRank'>,
) => seen_rank >= fromRank && seen_rank < highestRank

type SearchToMatch = Pick<SavedSearchRow, 'id' | 'user_id' | 'query' | 'seen_rank'>

/**
 * Finds a page of searches in the order of ids. The caller leaves out those that are not behind: no index has the ranks, so
 * as a condition they would make one query pass any number of searches.
 */
export function findActiveSearches(
  db: Db,
  group: SearchGroup,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<SearchToMatch[]> {
  return db.all<SearchToMatch>(sql`
    SELECT id, user_id, query, seen_rank FROM saved_searches
    WHERE ${isActive(group)} AND id > ${afterId}
    ORDER BY id LIMIT ${limit}`)
}

/** Finds the listings among these that still exist and that no email to the student has had. */
export function findNotMailed(
  tx: Db,
  studentId: number,
  listingIds: number[],
): Promise<{ id: number; seller_id: number; email: string }[]> {
  if (listingIds.length === 0) return Promise.resolve([])
  return tx.all<{ id: number; seller_id: number; email: string }>(sql`
    SELECT listings.id, seller_id, email FROM listings JOIN users ON users.id = seller_id
    WHERE ${isOneOf(tx, sql`listings.id`, listingIds)} AND NOT EXISTS (
      SELECT 1 FROM mailed_listings
      WHERE user_id = ${studentId} AND mailed_listings.listing_id = listings.id)`)
}

/** Locks the listings on PostgreSQL, because one may be deleted at the same time. */
export async function insertMailed(
  tx: Db,
  { studentId, listingIds, now }: { studentId: number; listingIds: number[]; now: number },
): Promise<void> {
  if (listingIds.length === 0) return
  await tx.run(sql`
    INSERT INTO mailed_listings (user_id, listing_id, mailed_at)
    SELECT ${studentId}, id, ${now} FROM listings WHERE ${isOneOf(tx, sql`id`, listingIds)}
    ORDER BY id ${forKeyShare(tx)}
    ON CONFLICT (user_id, listing_id) DO NOTHING`)
}
