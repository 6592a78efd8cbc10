import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql, { join } from 'sql-template-tag'
import { categories } from '#categories/index.ts'
import type { Fit } from '#contract/fits.ts'
import { isListed, statusAt } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { findListingRows, type ListingRow } from '../../listings/listing-queries.ts'
import { readContent } from '../../listings/present-listing.ts'
import { counterpartOf, findFits, fitOf, withoutBlocked } from '../../listings/search/find-fits.ts'
import type { Account } from '../../students/user-queries.ts'
import { findNotMailed } from './new-listings.ts'
import type { FoundFits } from './saved-mail-payload.ts'

/** A listing is news for this long. Nobody gets it twice, so it covers a day on which the server was down. */
const newsMs = 2 * dayMs

/** The page is small because a query blocks all requests on SQLite. */
const pageSize = 100

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
      const page = await findNewest(db, category.id, { below, since: now - newsMs })
      const rows = await findListingRows(
        db,
        page.map(({ id }) => id),
      )
      for (const row of rows.values()) {
        signal.throwIfAborted()
        const { fits } = await findFits(db, row, now)
        for (const { row: older } of fits.filter((each) => each.row.id < row.id)) {
          addFit(found, older, row.id)
        }
        await yieldToEventLoop()
      }
      below = page.length < pageSize ? 0 : (page.at(-1)?.rank ?? 0)
    }
  }
  return found
}

/** Returns listed listings that were posted since then, the newest first. A renewal is no news. */
export function findNewest(
  db: Db,
  category: string,
  { below, since }: { below: number; since: number },
): Promise<{ id: number; rank: number }[]> {
  return db.all<{ id: number; rank: number }>(sql`
    SELECT id, rank FROM listings
    WHERE listed AND category = ${category} AND rank < ${below} AND ranked_at > ${since}
      AND ranked_at = posted_at
    ORDER BY rank DESC LIMIT ${pageSize}`)
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
  const left = new Set(notMailed.map(({ id }) => id).filter((id) => !told.includes(id)))
  const still = await rereadFits(tx, student, found, now)
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
    const shown = await withoutBlocked(db, student, fits)
    if (shown.length > 0) still.push({ own, fits: shown })
  }
  return still
}

/** Returns the ids of all that fits the student's listings now. */
export async function findAllFits(db: Db, studentId: number, now: number): Promise<number[]> {
  const related = categories.filter(counterpartOf).map(({ id }) => id)
  const own = await db.all<{ id: number }>(sql`
    SELECT id FROM listings
    WHERE seller_id = ${studentId} AND listed AND category IN (${join(related)})`)
  const rows = await findListingRows(
    db,
    own.map(({ id }) => id),
  )
  const ids = new Set<number>()
  for (const row of rows.values()) {
    for (const { row: fitting } of (await findFits(db, row, now)).fits) ids.add(fitting.id)
  }
  return [...ids]
}
