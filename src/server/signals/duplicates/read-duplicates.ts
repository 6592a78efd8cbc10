import sql, { raw } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import { parseDetails } from '#categories/stored-listing.ts'
import { duplicateDays } from '#contract/duplicates.ts'
import { categoryOf } from '#contract/listing.ts'
import { isListed, isTakenDown, type ListingStatus, statusAt } from '#contract/listing-status.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { formatShortDate, pluralize } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { isOneOfNames } from '../../database/sql-fragments.ts'
import { dayMs } from '../../durations.ts'
import { findPassedDay } from '../../listings/lifecycle/listing-end.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'
import { hashBits, type PhotoHash } from '../../photos/difference-hash.ts'
import { type BandsRow, readHash, selectBands } from '../../photos/hash-bands.ts'
import { photoNameFromPath } from '../../photos/photo-name.ts'
import { type FoundSignal, maxCauses } from '../../words/word-signals.ts'
import { toComparableTitle } from './compare-titles.ts'
import { type ComparedListing, findEarlier, type Likeness } from './find-earlier.ts'

/** An earlier listing of the same thing by the same student, and what the two have in common. */
export interface Duplicate {
  category: CategoryId
  id: number
  title: string
  status: ListingStatus
  postedAt: number
  renewedAt: number | null
  likeness: Likeness
  /** When the later listing was posted. */
  laterPostedAt: number
  now: number
}

/** How many of a student's newest listings are compared. No student can have this many listed. */
const maxCompared = 1000

type PostedRow = Pick<ListingRow, 'category' | 'id' | 'seller_id' | 'posted_at'>

/**
 * Finds earlier copies for moderators: first listed ones, then those that were taken down, each group newest first.
 * Ended copies are left out, because the seller was asked about them when posting.
 */
export async function readDuplicates(db: Db, row: PostedRow, now: number): Promise<Duplicate[]> {
  const { listing, others } = await readCompared(db, row, now)
  const groups = [
    others.filter(({ status }) => isListed(status)),
    others.filter(({ status }) => isTakenDown(status)),
  ]
  return groups.flatMap((group) => [...findDuplicates(listing, group, now).take(maxCauses)])
}

/**
 * Finds an earlier listing that the student could renew instead of posting. Sold listings are left out, because the
 * student may have a second thing to sell. So are listings that were taken down or ended with their date, because they
 * cannot be renewed.
 */
export async function findRenewable(
  db: Db,
  row: PostedRow,
  now: number,
): Promise<Duplicate | undefined> {
  const { listing, others } = await readCompared(db, row, now)
  const renewable = others.filter(
    (other) => isListed(other.status) || (other.status === 'expired' && !findPassedDay(other, now)),
  )
  return findDuplicates(listing, renewable, now).next().value
}

interface Candidate extends ComparedListing {
  category: CategoryId
  row: ComparedRow
  status: ListingStatus
  details: Record<string, unknown>
}

/** Reads the listing, and the listings that its seller posted or renewed in the days before, in two statements. */
async function readCompared(db: Db, row: PostedRow, now: number) {
  const compared = await findComparedRows(db, row, {
    since: row.posted_at - duplicateDays * dayMs,
    limit: maxCompared,
  })
  const hashes = compared.length > 1 ? await readHashes(db, compared) : new Map()
  const candidates = compared.map((each) => toCandidate(each, hashes, now))
  const listing = candidates.find(({ id }) => id === row.id)
  return { listing, others: candidates.filter(({ id }) => id !== row.id) }
}

function* findDuplicates(
  listing: Candidate | undefined,
  others: Candidate[],
  now: number,
): Generator<Duplicate, undefined> {
  if (!listing) return
  for (const { earlier, likeness } of findEarlier(listing, others)) {
    const { category, id, title, posted_at: postedAt, renewed_at: renewedAt } = earlier.row
    const { status } = earlier
    const laterPostedAt = listing.postedAt
    yield { category, id, title, status, postedAt, renewedAt, likeness, laterPostedAt, now }
  }
}

function toCandidate(
  row: ComparedRow,
  hashes: ReadonlyMap<string, PhotoHash>,
  now: number,
): Candidate {
  const { category } = row
  const details = parseDetails(row.details)
  return {
    row,
    category,
    details,
    id: row.id,
    status: statusAt(row, now),
    title: toComparableTitle(row.title),
    isWanted: isWanted(categoryOf(row), details),
    cover: row.cover === null ? undefined : { url: row.cover, hash: hashes.get(row.cover) },
    postedAt: row.posted_at,
    postedOrRenewedAt: Math.max(row.posted_at, row.renewed_at ?? 0),
  }
}

/** Returns the hashes of the covers by their address. */
async function readHashes(db: Db, rows: readonly ComparedRow[]): Promise<Map<string, PhotoHash>> {
  const urls = new Map<string, string>()
  for (const { cover } of rows) {
    const name = cover === null ? undefined : photoNameFromPath(cover)
    if (cover !== null && name) urls.set(name, cover)
  }
  const hashes = await findPhotoHashes(db, [...urls.keys()])
  return new Map(hashes.map((row) => [urls.get(row.name) ?? '', readHash(row)]))
}

/** Describes a duplicate to its student and to moderators, in the same words. */
export function duplicateSignal(duplicate: Duplicate): FoundSignal {
  const { category, id, title, status, postedAt, renewedAt, likeness, laterPostedAt, now } =
    duplicate
  const today = campusIsoDate(now)
  const day = (time: number) => formatShortDate(time, today)
  const looksLike = likeness.title > 0 ? 'Looks like' : 'Has the same cover photo as'
  const since = isTakenDown(status) ? ` and ${status} since` : ''
  return {
    kind: 'duplicate',
    rule: 'duplicate',
    id: `duplicate ${id}`,
    sentence: `${looksLike} “${title}”, posted from the same account on ${day(postedAt)}${since}.`,
    advice: isTakenDown(status)
      ? `See why that one was ${status}.`
      : 'Delete one of them or mark one as sold.',
    facts: [
      { label: 'Earlier listing', value: title, listing: { category, id } },
      { label: 'Titles', value: titlesText(likeness.title) },
      { label: 'Cover photos', value: coversText(likeness.coverBits) },
      { label: 'Posted', value: `${day(postedAt)}, this one ${day(laterPostedAt)}` },
      ...(renewedAt === null ? [] : [{ label: 'Renewed', value: day(renewedAt) }]),
    ],
  }
}

/** Rounds down, because titles that are alike to 0.996 are not the same. */
const titlesText = (likeness: number) =>
  likeness === 0 ? 'Not alike' : `Alike to ${(Math.floor(likeness * 100) / 100).toFixed(2)}`

function coversText(bits: number | undefined): string {
  if (bits === undefined) return 'Different'
  return bits === 0 ? 'The same' : `The same but for ${pluralize(bits, 'bit')} of ${hashBits}`
}

interface ComparedRow {
  category: CategoryId
  id: number
  title: string
  details: string
  /** The address of the first photo. */
  cover: string | null
  status: ListingStatus
  ends_at: number
  posted_at: number
  renewed_at: number | null
}

/** Reads only the first photo of a listing, because hundreds of listings have thousands of photos. */
const firstPhoto = {
  sqlite: raw(`photos ->> '$[0].url'`),
  postgres: raw(`photos::json -> 0 ->> 'url'`),
}

/**
 * Reads a listing and its seller's listings that were posted or renewed since `since` and are not sold, last posted
 * first.
 */
function findComparedRows(
  db: Db,
  { category, id, seller_id }: { category: CategoryId; id: number; seller_id: number },
  { since, limit }: { since: number; limit: number },
): Promise<ComparedRow[]> {
  return db.all<ComparedRow>(sql`
    SELECT category, id, title, details, ${firstPhoto[db.dialect]} AS cover, status, ends_at, posted_at,
      renewed_at
    FROM listings
    WHERE seller_id = ${seller_id} AND category = ${category} AND (id = ${id} OR (
      status <> 'sold' AND (posted_at >= ${since} OR renewed_at >= ${since})))
    ORDER BY posted_at DESC, id DESC LIMIT ${limit}`)
}

interface HashRow extends BandsRow {
  name: string
}

/** Returns the hashes of these photos. Photos without a hash are left out. */
async function findPhotoHashes(db: Db, names: readonly string[]): Promise<HashRow[]> {
  if (names.length === 0) return []
  return db.all<HashRow>(sql`
    SELECT name, ${selectBands('photos')} FROM photos
    WHERE ${isOneOfNames(db, sql`name`, names)} AND band_1 IS NOT NULL`)
}
