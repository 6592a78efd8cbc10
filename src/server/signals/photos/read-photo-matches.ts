import sql, { join, raw } from 'sql-template-tag'
import { type CategoryId, categories } from '#categories/index.ts'
import { parseDetails } from '#categories/stored-listing.ts'
import { categoryOf } from '#contract/listing.ts'
import type { PhotoInfo } from '#contract/photos.ts'
import { serverCategories } from '../../categories/index.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'
import { dayMs } from '../../durations.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'
import {
  countDifferentBits,
  maxDifferentBits,
  minEqualBands,
} from '../../photos/difference-hash.ts'
import {
  type BandsRow,
  bandNumbers,
  type OtherBandsRow,
  readHash,
  readOtherHash,
  selectBands,
} from '../../photos/hash-bands.ts'
import { photoNameFromPath } from '../../photos/photo-name.ts'
import { titleLikeness, toComparableTitle } from '../duplicates/compare-titles.ts'
import type { PhotoMatch } from './photo-signals.ts'

/** Ended listings are compared for this many days after they were posted. */
const comparedDays = 180

const compared = categories
  .map(({ id }) => id)
  .filter((id) => serverCategories[id].photosToldApartBy)

/**
 * Finds the photos of these listings that another student's listing of something else also shows, in any status.
 * Results are by listing, in the order of its photos, and take one statement. Photos on other servers have no hash.
 */
export async function readPhotoMatches(
  db: Db,
  rows: readonly ListingRow[],
  now: number,
): Promise<Map<number, PhotoMatch[]>> {
  const matches = new Map<number, PhotoMatch[]>()
  const own = rows.filter(({ category }) => compared.includes(category))
  if (own.length === 0) return matches
  const candidates = await findCandidates(
    db,
    own.map(({ id }) => id),
    { categories: compared, since: now - comparedDays * dayMs },
  )
  const rowsById = new Map(own.map((row) => [row.id, row]))
  for (const candidate of candidates) {
    const row = rowsById.get(candidate.listing_id)
    const match = row && findMatch(row, candidate)
    if (match) matches.set(row.id, [...(matches.get(row.id) ?? []), match])
  }
  for (const found of matches.values()) found.sort((one, other) => one.photo - other.photo)
  return matches
}

function findMatch(row: ListingRow, candidate: CandidateRow): PhotoMatch | undefined {
  const differentBits = countDifferentBits(readHash(candidate), readOtherHash(candidate))
  if (differentBits > maxDifferentBits) return undefined
  const { other_id: id, other_title: title, other_details: details } = candidate
  const other = { category: candidate.other_category, id, title }
  const isSameCategory = other.category === row.category
  if (isSameCategory && isSameThing(tellingText(row), tellingText({ ...other, details }))) {
    return undefined
  }
  return {
    name: candidate.name,
    photo: findPosition(row, candidate.name),
    differentBits,
    other,
    isEarlier: candidate.other_first_uploaded_at < candidate.first_uploaded_at,
  }
}

/** Returns the text that tells a listing apart from others with the same photo: its address or title. */
function tellingText(row: Pick<ListingRow, 'category' | 'title' | 'details'>): string {
  const field = serverCategories[row.category].photosToldApartBy
  if (field === null || field === categoryOf(row).apiNames.title) return row.title
  return String(parseDetails(row.details)[field] ?? '')
}

/** Returns the position of the photo in the listing, from 1. */
function findPosition({ photos }: ListingRow, name: string): number {
  const infos: PhotoInfo[] = JSON.parse(photos)
  return 1 + infos.findIndex(({ url }) => photoNameFromPath(url) === name)
}

const abbreviations: Record<string, string> = {
  street: 'st',
  avenue: 'ave',
  road: 'rd',
  drive: 'dr',
  crescent: 'cres',
  court: 'ct',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}
const number = /^\d+\p{L}?$/u
const beginsWithLetter = /^\p{L}/u
/** A number after one of these words is not a house number. */
const partOfHouse = /^(?:unit|apt|apartment|suite|room|bedroom|floor)$/

/**
 * Returns true if two addresses, or two titles, may belong to the same thing. In doubt it returns true: housemates
 * write their address in different ways, and both show the kitchen.
 */
export function isSameThing(one: string, other: string): boolean {
  const titles = [toComparableTitle(one), toComparableTitle(other)] as const
  if (titleLikeness(...titles) > 0) return true
  const [words, otherWords] = titles.map(({ text }) => splitWords(text)) as [string[], string[]]
  const [houses, otherHouses] = [findNumbered(words), findNumbered(otherWords)]
  if (houses.length > 0 && otherHouses.length > 0) {
    return houses.some((house) => otherHouses.includes(house))
  }
  // "Columbia Street" may be "300 Columbia St W". The name of the town alone may be anywhere, so it proves nothing.
  const streets = [...houses, ...otherHouses].map((house) => house.split(' ')[1] ?? '')
  if (streets.length > 0) {
    return streets.some((street) => words.includes(street) && otherWords.includes(street))
  }
  const [shorter, longer] =
    words.length < otherWords.length ? [words, otherWords] : [otherWords, words]
  return shorter.length > 0 && shorter.every((word) => longer.includes(word))
}

const splitWords = (text: string) => text.split(' ').map((word) => abbreviations[word] ?? word)

/**
 * Returns each house number with the word after it: "256 phillip" for "Unit 3, 256 Phillip St" as well as for "3-256
 * Phillip Street".
 */
function findNumbered(words: string[]): string[] {
  return words.flatMap((word, index) => {
    const [before = '', next = ''] = [words[index - 1], words[index + 1]]
    const isNumbered = number.test(word) && beginsWithLetter.test(next) && !partOfHouse.test(before)
    return isNumbered ? `${word} ${next}` : []
  })
}

/** The most candidates that are read. A photo may be used very often, but only its first uploaders matter. */
const maxCandidates = 2000

/** A photo of one of the listings and a photo of another seller that may be nearly the same. */
interface CandidateRow extends BandsRow, OtherBandsRow {
  listing_id: number
  name: string
  first_uploaded_at: number
  other_id: number
  other_category: CategoryId
  other_title: string
  other_details: string
  other_first_uploaded_at: number
}

/** Requires several equal bands, because a single equal band may be a bare wall. */
const hasEqualBands = `${bandNumbers
  .map((band) => `CASE WHEN photos.band_${band} = shown.band_${band} THEN 1 ELSE 0 END`)
  .join(' + ')} >= ${minEqualBands}`

/** Photos with enough equal bands have one of these in common. */
const lookedUpBands = bandNumbers.slice(0, 1 + bandNumbers.length - minEqualBands)

/**
 * Finds near photos with an index lookup for each band. An OR of all bands would read all photos, and a UNION would sort.
 * Each look-up leaves out what an earlier one has found. CROSS JOIN keeps SQLite from reading the tables in another order.
 */
const nearPhotos = raw(
  lookedUpBands
    .map((band) => {
      const isNew = lookedUpBands
        .filter((earlier) => earlier < band)
        .map((earlier) => `AND photos.band_${earlier} <> shown.band_${earlier}`)
      return `SELECT shown.*, photos.name AS other_name,
          photos.first_uploaded_at AS other_first_uploaded_at, ${selectBands('photos', 'other_').sql}
        FROM shown CROSS JOIN photos
        WHERE photos.band_${band} = shown.band_${band} AND photos.band_${band} IS NOT NULL
          AND ${hasEqualBands} ${isNew.join(' ')}`
    })
    .join(' UNION ALL '),
)

/**
 * Finds photos that look like those of the given listings. They are from listings of other sellers in these categories
 * that are listed, or were posted since `since`.
 */
function findCandidates(
  db: Db,
  listingIds: number[],
  { categories, since }: { categories: CategoryId[]; since: number },
): Promise<CandidateRow[]> {
  return db.all<CandidateRow>(sql`
    WITH shown AS (
      SELECT photo_uses.listing_id, listings.seller_id, photos.name, photos.first_uploaded_at,
        ${selectBands('photos')}
      FROM photo_uses
      JOIN listings ON listings.id = photo_uses.listing_id
      JOIN photos ON photos.name = photo_uses.photo_name
      WHERE ${isOneOf(db, sql`photo_uses.listing_id`, listingIds)} AND photos.band_1 IS NOT NULL
    ), near AS (${nearPhotos})
    SELECT near.listing_id, near.name, near.first_uploaded_at, ${selectBands('near')},
      listings.id AS other_id, listings.category AS other_category,
      listings.title AS other_title, listings.details AS other_details,
      near.other_first_uploaded_at, ${otherBands}
    FROM near CROSS JOIN photo_uses CROSS JOIN listings
    WHERE photo_uses.photo_name = near.other_name AND listings.id = photo_uses.listing_id
    AND listings.seller_id <> near.seller_id
    AND listings.category IN (${join(categories)})
    AND (listings.listed OR listings.posted_at >= ${since})
    ORDER BY near.other_first_uploaded_at, listings.id LIMIT ${maxCandidates}`)
}

const otherBands = raw(bandNumbers.map((band) => `near.other_band_${band}`).join(', '))
