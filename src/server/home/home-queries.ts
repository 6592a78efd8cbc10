import sql, { join, raw, type Sql } from 'sql-template-tag'
import { publicCategories } from '#categories/index.ts'
import { endingSoonDays } from '#contract/listing-status.ts'
import { addCampusDays } from '#format/campus-date.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { isFreeUntilEnd } from '../listings/moving-out/moving-sale-queries.ts'
import type { ListCriteria } from '../listings/search/list-criteria.ts'
import { newMatches } from '../listings/search/new-matches.ts'

export type HomePart = 'ending' | 'match' | 'drop' | 'fresh'

/** A listing of a part. `search` is the id of the search that found it, or 0. */
export interface HomeRow {
  part: HomePart
  search: number
  id: number
}

export interface SearchToMatch {
  id: number
  /** When the search was saved. What it found then is not new. */
  savedAt: number
  criteria: Pick<ListCriteria, 'category' | 'terms' | 'prices'>
}

/** For how many days a listing, or a lower price, is news. */
const newsDays = 7

/** How many listings each part has. A part finds a few more, because some may be shown above it. */
const maxEnding = 3
const maxDrops = 8
const freshPerCategory = 12
/** How many new listings of one search are counted. */
export const maxCounted = 9

/** Finds all listings of the feed in one statement, each part in its order. */
export async function findHomeRows(
  db: Db,
  { studentId, searches, now }: { studentId: number; searches: SearchToMatch[]; now: number },
): Promise<HomeRow[]> {
  const since = now - newsDays * dayMs
  const newTo = ({ savedAt }: SearchToMatch) => ({
    since: Math.max(since, savedAt),
    readerId: studentId,
    limit: maxCounted + 1,
  })
  const rows = await db.all<HomeRow & { place: number }>(
    join(
      [
        part('ending', endingListings(studentId, now)),
        part('drop', priceDrops(studentId, since)),
        ...searches.map((search) =>
          part('match', newMatches(db, search.criteria, newTo(search)), search.id),
        ),
        ...publicCategories.map(({ id }) => part('fresh', newestListings(id, studentId))),
      ],
      ' UNION ALL ',
    ),
  )
  return rows.toSorted((a, b) => b.place - a.place)
}

/** `found` selects the id and the place. The highest place comes first. */
const part = (name: HomePart, found: Sql, search = 0): Sql => sql`
  SELECT ${raw(`'${name}'`)} AS part, CAST(${search} AS INTEGER) AS search, id, place
  FROM (${found}) AS found`

/** The unary plus keeps SQLite from the index on the end, which has the listings of all sellers. */
const endingListings = (studentId: number, now: number): Sql => sql`
  SELECT id, -ends_at AS place FROM listings
  WHERE listed AND seller_id = ${studentId} AND +ends_at > ${now}
    AND +ends_at <= ${addCampusDays(now, endingSoonDays)} AND NOT ${isFreeUntilEnd}
  ORDER BY ends_at LIMIT ${maxEnding}`

/** Selects saved listings with a price drop. One that came before the student saved the listing is no news. */
const priceDrops = (studentId: number, since: number): Sql => sql`
  SELECT id, place FROM (
    SELECT listings.id, favourites.created_at AS saved_at, (
      SELECT max(until) FROM listing_prices WHERE listing_id = listings.id) AS place
    FROM favourites JOIN listings ON listings.id = favourites.listing_id
    WHERE favourites.user_id = ${studentId} AND listed AND was_price_cents IS NOT NULL
  ) AS dropped
  WHERE place > ${since} AND place > saved_at ORDER BY place DESC LIMIT ${maxDrops}`

const newestListings = (category: string, studentId: number): Sql => sql`
  SELECT id, rank AS place FROM listings
  WHERE listed AND category = ${category} AND seller_id <> ${studentId}
  ORDER BY rank DESC LIMIT ${freshPerCategory}`
