import { expect, it } from 'vitest'
import { type CategoryId, categoryById } from '#categories/index.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { findListingsOfSeller } from '../../listings/listing-queries.ts'
import { readPhotoMatches } from './read-photo-matches.ts'

/**
 * Opens a database with 100 students and 10,000 listings of two photos each. Their hashes differ as much as those of
 * real photos.
 */
async function openDatabaseWithPhotos(engine: Engine, category: CategoryId) {
  const db = await openTestDatabase(engine)
  const numbers = (count: number) => `
    WITH RECURSIVE numbers (n) AS (
      SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
  const bands = [7919, 104_729, 1_299_709, 15_485_863].map((prime) => `n * ${prime} % 2000000011`)
  await db.script(`${numbers(100)}
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    SELECT 'Ada', 'Lee', 's' || n || '@uwaterloo.ca', '', 0 FROM numbers`)
  await db.script(`${numbers(10_000)}
    INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at, rank)
    SELECT '${category}', 1 + n % 100, 'Lamp', 100, '', '{}', '[]', '', 0, 0, n FROM numbers`)
  await db.script(`${numbers(20_000)}
    INSERT INTO photos (name, width, height, preview, bytes, uploaded_at, hashed_at,
      band_1, band_2, band_3, band_4)
    SELECT 'photo ' || n, 1, 1, '', 1, 0, 0, ${bands.join(', ')} FROM numbers`)
  await db.script(`${numbers(20_000)}
    INSERT INTO photo_uses (photo_name, listing_id)
    SELECT 'photo ' || n, 1 + n % 10000 FROM numbers`)
  // SQLite gets no statistics, as in production.
  if (engine === 'postgres') await db.script('ANALYZE')
  return db
}

const wholeTable =
  /Seq Scan on (photos|photo_uses|listings)|SCAN (photos|photo_uses|listings|other)\b/

it.each(engines)(
  'near photos are found by the indexes of their bands on %s',
  async (engine) => {
    const category = categoryById.misc
    const db = await openDatabaseWithPhotos(engine, category.id)
    const dashboard = await findListingsOfSeller(db, category.id, 7, {
      onlyListed: true,
      limit: 100,
    })
    expect(dashboard).toHaveLength(100)
    for (const rows of [dashboard.slice(0, 1), dashboard]) {
      const plan = await explain(db, (tx) => readPhotoMatches(tx, rows, 0))
      expect(plan).not.toMatch(wholeTable)
      // Two of the four bands are equal, so one of these three is.
      for (const band of [1, 2, 3]) expect(plan).toContain(`photos_by_band_${band}`)
    }
  },
  60_000,
)
