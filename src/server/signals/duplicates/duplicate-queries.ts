import sql, { raw } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { isOneOfNames } from '../../database/is-one-of.ts'
import { type BandsRow, selectBands } from '../../photos/hash-bands.ts'

export interface ComparedRow {
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

/** Without the other photos, of which hundreds of listings have thousands. */
const firstPhoto = {
  sqlite: raw(`photos ->> '$[0].url'`),
  postgres: raw(`photos::json -> 0 ->> 'url'`),
}

/** A listing, and those of its seller posted or renewed since that are not sold; the last posted first. */
export function findComparedRows(
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

/** Those that have a hash. */
export async function findPhotoHashes(db: Db, names: readonly string[]): Promise<HashRow[]> {
  if (names.length === 0) return []
  return db.all<HashRow>(sql`
    SELECT name, ${selectBands('photos')} FROM photos
    WHERE ${isOneOfNames(db, sql`name`, names)} AND band_1 IS NOT NULL`)
}
