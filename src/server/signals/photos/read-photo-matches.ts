import { categories } from '#categories/index.ts'
import { parseDetails } from '#categories/stored-listing.ts'
import { categoryOf } from '#contract/listing.ts'
import type { PhotoInfo } from '#contract/photos.ts'
import { serverCategories } from '../../categories/index.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import type { ListingRow } from '../../listings/listing-queries.ts'
import { countDifferentBits, maxDifferentBits } from '../../photos/difference-hash.ts'
import { readHash, readOtherHash } from '../../photos/hash-bands.ts'
import { photoNameFromPath } from '../../photos/photo-name.ts'
import { isSameThing } from './is-same-thing.ts'
import { type CandidateRow, findCandidates } from './photo-match-queries.ts'
import type { PhotoMatch } from './photo-signals.ts'

/** Listings that have ended are compared for so long after they were posted. */
const comparedDays = 180

const compared = categories
  .map(({ id }) => id)
  .filter((id) => serverCategories[id].photosToldApartBy)

/**
 * The photos of these listings that another student's listing of something else shows too, in any status; by listing, in
 * the order of their photos. One statement. Photos on other servers have no hash.
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

/** What tells it apart from others with the same photo: its address or title. */
function tellingText(row: Pick<ListingRow, 'category' | 'title' | 'details'>): string {
  const field = serverCategories[row.category].photosToldApartBy
  if (field === null || field === categoryOf(row).apiNames.title) return row.title
  return String(parseDetails(row.details)[field] ?? '')
}

/** From 1. */
function findPosition({ photos }: ListingRow, name: string): number {
  const infos: PhotoInfo[] = JSON.parse(photos)
  return 1 + infos.findIndex(({ url }) => photoNameFromPath(url) === name)
}
