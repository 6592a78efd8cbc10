import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { categories } from '#categories/index.ts'
import type { Fit } from '#contract/fits.ts'
import { isListed, statusAt } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { findListingRows, type ListingRow } from '../../listings/listing-queries.ts'
import { readContent } from '../../listings/present-listing.ts'
import { counterpartOf, findFits, fitOf, withoutBlocked } from '../../listings/search/find-fits.ts'
import type { SortPosition } from '../../listings/search/list-criteria.ts'
import type { Account } from '../../students/user-queries.ts'
import { findNotMailed } from './new-listings.ts'
import type { FoundFits } from './saved-mail-payload.ts'

/** A listing is news for this long. Nobody gets it twice, so it covers a day on which the server was down. */
const newsMs = 2 * dayMs

/** The page is small because a query blocks all requests on SQLite. */
const pageSize = 100

/** Finding candidates within a price passes all others, and each is read and compared. */
const candidatesPerPage = 50

/** The new listings that fit older ones, by the student whose older listing it is. */
export type NewFits = ReadonlyMap<number, FoundFits[]>

/**
 * Finds which new listings fit which older ones: a new place goes to the students who look for one, and a new request
 * to the owners of places. What is posted later is the news.
 */
export async function readNewFits(db: Db, now: number, signal: AbortSignal): Promise<NewFits> {
  const found = new Map<number, FoundFits[]>()
  for (const category of categories.filter(counterpartOf)) {
    for (let below = Number.MAX_SAFE_INTEGER; below > 0; ) {
      const { ids, next } = await findNewest(db, category.id, { below, since: now - newsMs })
      const rows = await findListingRows(db, ids)
      for (const row of ids.flatMap((id) => rows.get(id) ?? [])) {
        for await (const older of findOlderFits(db, row, now)) {
          signal.throwIfAborted()
          for (const each of older) addFit(found, each, row.id)
          await yieldToEventLoop()
        }
      }
      below = next
    }
  }
  return found
}

/** Goes through all older listings that this one fits, a page at a time: those who wait longest are the last. */
export async function* findOlderFits(db: Db, row: ListingRow, now: number) {
  let after: SortPosition | undefined
  do {
    const { fits, next } = await findFits(db, row, now, { after, limit: candidatesPerPage })
    yield fits.map((each) => each.row).filter(({ id }) => id < row.id)
    after = next
  } while (after)
}

/**
 * Returns a page of listed listings that were posted since then, the newest first, and the rank where the next page
 * begins, or 0 if there is none. A renewal is no news. Ranks rise with the time, so the first listing that is too old
 * ends the search. As a condition, the time would make the last page read the whole category.
 */
export async function findNewest(
  db: Db,
  category: string,
  { below, since }: { below: number; since: number },
): Promise<{ ids: number[]; next: number }> {
  const page = await db.all<{ id: number; rank: number; ranked_at: number; posted_at: number }>(sql`
    SELECT id, rank, ranked_at, posted_at FROM listings
    WHERE listed AND category = ${category} AND rank < ${below}
    ORDER BY rank DESC LIMIT ${pageSize}`)
  const recent = page.filter(({ ranked_at }) => ranked_at > since)
  return {
    ids: recent.filter((row) => row.ranked_at === row.posted_at).map(({ id }) => id),
    next: recent.length < pageSize ? 0 : (recent.at(-1)?.rank ?? 0),
  }
}

function addFit(found: Map<number, FoundFits[]>, own: ListingRow, id: number) {
  const ofStudent = found.get(own.seller_id) ?? []
  found.set(own.seller_id, ofStudent)
  const known = ofStudent.find(({ ownId }) => ownId === own.id)
  if (known) known.listingIds.push(id)
  else ofStudent.push({ ownId: own.id, listingIds: [id] })
}

/**
 * Leaves out what an earlier email had, what this one has already, and listings of the student or of students with a
 * block between them.
 */
export async function findFitsToTell(
  tx: Db,
  student: Account,
  found: readonly FoundFits[],
  { told, now }: { told: readonly number[]; now: number },
): Promise<FoundFits[]> {
  const ids = [...new Set(found.flatMap(({ listingIds }) => listingIds))]
  const notMailed = await findNotMailed(tx, student.id, ids)
  const left = new Set(
    notMailed.map(({ id }) => id).filter((id) => id > student.fitsSeenId && !told.includes(id)),
  )
  const unknown = found
    .map(({ ownId, listingIds }) => ({
      ownId,
      listingIds: listingIds.filter((id) => left.has(id)),
    }))
    .filter(({ listingIds }) => listingIds.length > 0)
  const still = await rereadFits(tx, student, unknown, now)
  // `delete` takes each listing out of the set, so that it is told once.
  return still
    .map(({ own, fits }) => ({
      ownId: own.id,
      listingIds: fits.map(({ row }) => row.id).filter((id) => left.delete(id)),
    }))
    .filter(({ listingIds }) => listingIds.length > 0)
}

interface StillFits {
  own: ListingRow
  fits: { row: ListingRow; fit: Fit }[]
}

/** Reads the listings again. Keeps what is still listed and still fits. */
export async function rereadFits(
  db: Db,
  student: Pick<Account, 'id' | 'email'>,
  found: readonly FoundFits[],
  now: number,
): Promise<StillFits[]> {
  const rows = await findListingRows(
    db,
    found.flatMap(({ ownId, listingIds }) => [ownId, ...listingIds]),
  )
  const isThere = (row: ListingRow) => isListed(statusAt(row, now))
  const still: StillFits[] = []
  for (const { ownId, listingIds } of found) {
    const own = rows.get(ownId)
    if (!own || !isThere(own) || own.seller_id !== student.id) continue
    const fits = listingIds.flatMap((id) => {
      const row = rows.get(id)
      const fit = row && isThere(row) && fitOf(readContent(own), readContent(row))
      return row && fit ? [{ row, fit }] : []
    })
    still.push({ own, fits })
  }
  // One check for all: each one is four statements, and a student may have a hundred listings.
  const all = still.flatMap(({ fits }) => fits)
  const shown = new Set((await withoutBlocked(db, student, all)).map(({ row }) => row.id))
  return still
    .map(({ own, fits }) => ({ own, fits: fits.filter(({ row }) => shown.has(row.id)) }))
    .filter(({ fits }) => fits.length > 0)
}
