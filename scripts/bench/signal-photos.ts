import { hash } from 'node:crypto'
import sql, { join, type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '#server/database/database.ts'
import { photoUrl } from '#server/photos/photo-name.ts'
import { createRandom } from '../seeded-random.ts'

const rowsPerInsert = 500

interface PhotoCounts {
  /** So many listings of this category have nearly the photo of the one before them. */
  nearPairs: number
  pairsIn: CategoryId
}

interface PhotographedRow {
  id: number
  category: CategoryId
  seller_id: number
  posted_at: number
}

type Bands = readonly number[]

/** One photo for every listing, with a random hash; returns the listings that have nearly that of another. */
export async function insertPhotos(db: Db, { nearPairs, pairsIn }: PhotoCounts): Promise<number[]> {
  const rows = await db.all<PhotographedRow>(sql`
    SELECT id, category, seller_id, posted_at FROM listings ORDER BY id`)
  const pairEvery = Math.floor(
    rows.filter(({ category }) => category === pairsIn).length / nearPairs,
  )
  const near: number[] = []
  let number = 0
  let bandsBefore: Bands | undefined
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const batch = rows.slice(start, start + rowsPerInsert).map((row) => {
      const isCandidate = row.category === pairsIn
      const isNear = isCandidate && bandsBefore && ++number % pairEvery === 0
      const bands = isNear && bandsBefore ? flipTwoBits(bandsBefore) : randomBands(row.id)
      if (isNear) near.push(row.id)
      if (isCandidate) bandsBefore = bands
      return { ...row, bands }
    })
    await insertBatch(db, batch)
  }
  if (db.dialect === 'postgres') await db.script('ANALYZE')
  return near
}

/** One photo in a hundred has no contrast in a quarter of it, as many have that are taken in front of a wall. */
function randomBands(id: number): Bands {
  const { integer, chance } = createRandom(4, id)
  const bands = Array.from({ length: 4 }, () => integer(-(2 ** 31), 2 ** 31 - 1))
  return chance(0.01) ? bands.with(integer(0, 3), 0) : bands
}

const flipTwoBits = ([first = 0, ...rest]: Bands): Bands => [first ^ 0b1001, ...rest]

async function insertBatch(db: Db, batch: (PhotographedRow & { bands: Bands })[]): Promise<void> {
  const [photos, uses, columns]: [Sql[], Sql[], Sql[]] = [[], [], []]
  for (const { id, seller_id, posted_at, bands } of batch) {
    const name = hash('md5', String(id))
    const info = [{ url: photoUrl(name), width: 1600, height: 1200, preview: '' }]
    photos.push(sql`(${name}, 1600, 1200, '', 200000, ${seller_id}, ${posted_at}, ${posted_at},
      ${posted_at}, ${join(bands)})`)
    uses.push(sql`(${name}, ${id})`)
    columns.push(sql`(CAST(${id} AS BIGINT), ${JSON.stringify(info)})`)
  }
  await db.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at, hashed_at,
        first_uploaded_at, band_1, band_2, band_3, band_4) VALUES ${join(photos)}`)
    await tx.run(sql`INSERT INTO photo_uses (photo_name, listing_id) VALUES ${join(uses)}`)
    await tx.run(sql`
      UPDATE listings SET photos = given.column2 FROM (VALUES ${join(columns)}) AS given
      WHERE listings.id = given.column1`)
  })
}
