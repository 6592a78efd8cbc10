import sql, { join } from 'sql-template-tag'
import { type CategoryId, categories } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { ClusterShare } from '#contract/teamwork.ts'
import { serverCategories } from '../../categories/index.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'
import { dayMs } from '../../durations.ts'
import { countDifferentBits, maxDifferentBits } from '../../photos/difference-hash.ts'
import { type BandsRow, bandNumbers, readHash, selectBands } from '../../photos/hash-bands.ts'
import type { PersonRow } from '../../students/person.ts'
import { findMarks, type Mark } from './shared-marks.ts'

/** Cases are compared if they began in the last days. */
const comparedDays = 30

/** The newest cases that are compared with each other. */
const maxCompared = 200

/** Photos that look alike are compared with this many others at most: a bare wall looks like many. */
const maxPhotoComparisons = 20

/** A listing that waits for a decision because of a report or an answer to a signal. */
export interface ClusterRow extends PersonRow {
  id: number
  category: CategoryId
  seller_id: number
  title: string
  description: string
  status: ListingStatus
  ends_at: number
  waiting_since: number
  reports: number
  /** The newest entry of the log that changed something about the listing. */
  seen: number | null
}

export interface Cluster {
  /** The cases, the one that has waited longest first. */
  rows: ClusterRow[]
  shares: ClusterShare[]
}

interface Compared {
  /** The accounts of the moderator. Nobody decides their own cases. */
  viewerIds: readonly number[]
  now: number
}

/** Finds the cases that share a photo, a text or a contact, also by way of a third one. */
export async function findClusters(db: Db, compared: Compared): Promise<Cluster[]> {
  const rows = await findWaitingListings(db, compared)
  if (rows.length < 2) return []
  const sharing = new Map<string, { mark: Mark; ids: Set<number> }>()
  const share = (mark: Mark, id: number) => {
    const key = `${mark.kind} ${mark.value}`
    const known = sharing.get(key) ?? { mark, ids: new Set() }
    known.ids.add(id)
    sharing.set(key, known)
  }
  for (const row of rows) {
    const isTitleShared = !photoCategories.includes(row.category)
    for (const mark of findMarks({ ...row, isTitleShared })) share(mark, row.id)
  }
  for (const { photo, id } of await findSamePhotos(db, rows)) {
    share({ kind: 'photo', value: photo }, id)
  }
  const shares = [...sharing.values()].filter(({ ids }) => ids.size > 1)
  return groupRows(rows, shares)
}

/** Returns the cluster of a listing, or undefined if it shares nothing with another case. */
export async function findClusterOf(
  db: Db,
  listingId: number,
  compared: Compared,
): Promise<Cluster | undefined> {
  const clusters = await findClusters(db, compared)
  return clusters.find(({ rows }) => rows.some(({ id }) => id === listingId))
}

function groupRows(
  rows: readonly ClusterRow[],
  shares: readonly { mark: Mark; ids: Set<number> }[],
): Cluster[] {
  const groupOf = new Map<number, number>()
  for (const { ids } of shares) {
    const merged = new Set([...ids].map((id) => groupOf.get(id) ?? id))
    const group = Math.min(...merged)
    for (const [id, own] of groupOf) if (merged.has(own)) groupOf.set(id, group)
    for (const id of ids) groupOf.set(id, group)
  }
  return [...new Set(groupOf.values())].map((group) => ({
    rows: rows.filter(({ id }) => groupOf.get(id) === group),
    shares: shares
      .filter(({ ids }) => [...ids].some((id) => groupOf.get(id) === group))
      .map(({ mark: { kind, value }, ids }) => ({
        kind,
        value: kind === 'phone' || kind === 'email' || kind === 'link' ? value : null,
        listings: [...ids].toSorted((a, b) => a - b),
      })),
  }))
}

/** Finds the listings with an open report or answer of the last days, as the queue does. */
function findWaitingListings(db: Db, { viewerIds, now }: Compared): Promise<ClusterRow[]> {
  const since = now - comparedDays * dayMs
  return db.all<ClusterRow>(sql`
    WITH waiting AS (
      SELECT listing_id, created_at, 1 AS reports FROM reports
      WHERE state = 'open' AND listing_id IS NOT NULL AND created_at > ${since}
      UNION ALL
      SELECT listing_id, signal_answers.created_at, 0 FROM signal_answers
      JOIN listings ON listings.id = listing_id
      WHERE decision IS NULL AND listed AND signal_answers.created_at > ${since}
    ), cases AS (
      SELECT listing_id, MIN(created_at) AS waiting_since, SUM(reports) AS reports
      FROM waiting GROUP BY listing_id ORDER BY waiting_since DESC, listing_id LIMIT ${maxCompared}
    )
    SELECT listings.id, listings.category, seller_id, title, description, status, ends_at,
      waiting_since, reports, first_name, last_name,
      (SELECT MAX(log.id) FROM moderation_log AS log WHERE log.listing_id = listings.id) AS seen
    FROM cases JOIN listings ON listings.id = cases.listing_id JOIN users ON users.id = seller_id
    WHERE status <> 'removed' AND seller_id NOT IN (${join([0, ...viewerIds])})
    ORDER BY waiting_since, listings.id`)
}

/** In the other categories, different sellers show the same photo and write the same title: those of a book. */
const photoCategories = categories
  .map(({ id }) => id)
  .filter((id) => serverCategories[id].photosToldApartBy)

interface PhotoRow extends BandsRow {
  listing_id: number
  name: string
  band_1: number
}

/** Returns the photos of these listings. Photos that look the same have the same name. */
async function findSamePhotos(
  db: Db,
  rows: readonly ClusterRow[],
): Promise<{ id: number; photo: string }[]> {
  const ids = rows.filter(({ category }) => photoCategories.includes(category)).map(({ id }) => id)
  const photos = await db.all<PhotoRow>(sql`
    SELECT photo_uses.listing_id, photos.name, ${selectBands('photos')}
    FROM photo_uses JOIN photos ON photos.name = photo_uses.photo_name
    WHERE ${isOneOf(db, sql`photo_uses.listing_id`, ids)} AND photos.band_1 IS NOT NULL
    ORDER BY photo_uses.listing_id, photos.name`)
  const byBand = new Map<string, { row: PhotoRow; photo: string }[]>()
  return photos.map((row) => {
    const keys = bandNumbers.map((band) => `${band} ${row[`band_${band}`]}`)
    const near = keys.flatMap((key) => byBand.get(key)?.slice(0, maxPhotoComparisons) ?? [])
    const same = near.find(
      (other) => countDifferentBits(readHash(row), readHash(other.row)) <= maxDifferentBits,
    )
    const found = { row, photo: same?.photo ?? row.name }
    for (const key of keys) byBand.set(key, [...(byBand.get(key) ?? []), found])
    return { id: row.listing_id, photo: found.photo }
  })
}
