import sql, { join, raw } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/is-one-of.ts'
import { minEqualBands } from '../../photos/difference-hash.ts'
import {
  type BandsRow,
  bandNumbers,
  type OtherBandsRow,
  selectBands,
} from '../../photos/hash-bands.ts'

/** For a photo that very many use: the first to upload it are the ones that matter. */
const maxCandidates = 2000

/** A photo of one of the listings and one of another seller's that may be nearly the same. */
export interface CandidateRow extends BandsRow, OtherBandsRow {
  listing_id: number
  name: string
  first_uploaded_at: number
  other_id: number
  other_category: CategoryId
  other_title: string
  other_details: string
  other_first_uploaded_at: number
}

/** An index lookup for each band, since an OR of them would read all photos. */
const nearPhotos = join(
  bandNumbers.map((band) => {
    const column = raw(`band_${band}`)
    return sql`SELECT shown.listing_id, shown.name, photos.name AS other_name
      FROM shown JOIN photos ON photos.${column} = shown.${column}
      WHERE photos.${column} IS NOT NULL`
  }),
  ' UNION ',
)

/** One equal band may be a bare wall. */
const hasEqualBands = raw(
  `${bandNumbers
    .map((band) => `CASE WHEN other.band_${band} = shown.band_${band} THEN 1 ELSE 0 END`)
    .join(' + ')} >= ${minEqualBands}`,
)

/** In listings of these categories that are listed or were posted since. */
export function findCandidates(
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
    SELECT shown.listing_id, shown.name, shown.first_uploaded_at, ${selectBands('shown')},
      listings.id AS other_id, listings.category AS other_category,
      listings.title AS other_title, listings.details AS other_details,
      other.first_uploaded_at AS other_first_uploaded_at, ${selectBands('other', 'other_')}
    FROM near
    JOIN shown ON shown.listing_id = near.listing_id AND shown.name = near.name
    JOIN photos AS other ON other.name = near.other_name
    JOIN photo_uses ON photo_uses.photo_name = other.name
    JOIN listings ON listings.id = photo_uses.listing_id
    WHERE ${hasEqualBands} AND listings.seller_id <> shown.seller_id
    AND listings.category IN (${join(categories)})
    AND (listings.listed OR listings.posted_at >= ${since})
    ORDER BY other.first_uploaded_at, listings.id LIMIT ${maxCandidates}`)
}
