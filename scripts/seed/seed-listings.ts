import sql, { join, type Sql } from 'sql-template-tag'
import { universities } from '#campus.ts'
import { categories } from '#categories/index.ts'
import { fromInput } from '#contract/listing.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { Db } from '#server/database/database.ts'
import { dayMs } from '#server/durations.ts'
import { reserveRanks } from '#server/listings/listing-queries.ts'
import { toListingColumns } from '#server/listings/posting/create-listing.ts'
import { createPasswordHasher } from '#server/students/passwords/password-hasher.ts'
import { insertUser } from '#server/students/user-queries.ts'
import { bumpCategoryVersion } from '#server/versions/category-versions.ts'
import { listingGenerators } from './seed-content.ts'
import { seedLifecycle } from './seed-lifecycle.ts'
import { generateSurname } from './seed-names.ts'
import { createRandom } from './seeded-random.ts'

const batchSize = 25_000
const rowsPerInsert = 250
/** The age of the oldest listing. It is longer than some lifetimes, so that the oldest may have expired. */
const spanMs = 40 * dayMs

export interface SeedOptions {
  listings: number
  seed?: number
  /** The share of listings that are sold or expired. */
  ended?: number
  now?: number
  sellers?: number
  onProgress?: (done: number) => void
}

/** Adds listings after the existing ones. Each batch is a transaction, so that an interrupted run keeps what it added. */
export async function seedListings(db: Db, options: SeedOptions): Promise<void> {
  const { listings, seed = 1, ended = 0.1, now = Date.now(), sellers = 300, onProgress } = options
  if (db.dialect === 'sqlite') await db.script('PRAGMA cache_size = -200000')
  const sellerIds = await seedSellers(db, { seed, now, sellers })
  for (let done = 0; done < listings; ) {
    const size = Math.min(batchSize, listings - done)
    const postedAt = (number: number) =>
      Math.round(now - spanMs * (1 - (done + number) / (listings + 1)))
    await db.transaction(async (tx) => {
      for (const { id } of categories) await bumpCategoryVersion(tx, id)
      const lastId = await readLastId(tx)
      await insertBatch(tx, { lastId, size, seed, sellerIds, postedAt, ended, now })
    })
    done += size
    onProgress?.(done)
  }
  if (db.dialect === 'postgres') await db.script('ANALYZE listings')
}

/** Adds sellers who share a random password, so that nobody can log in as one. */
async function seedSellers(
  db: Db,
  { seed, now, sellers }: { seed: number; now: number; sellers: number },
): Promise<number[]> {
  const domains = universities.flatMap(({ emailDomains }) => emailDomains)
  const passwordHash = await createPasswordHasher().hash(crypto.randomUUID(), 'localhost')
  await db.transaction(async (tx) => {
    for (let number = 1; number <= sellers; number++) {
      const random = createRandom(seed, -number)
      const email = `seeded-${number}@${random.pick(domains)}`
      const names = { firstName: generateSurname(random), lastName: generateSurname(random) }
      await insertUser(tx, { ...names, email, passwordHash, createdAt: now, isSample: true })
    }
  })
  const rows = await db.all<{ id: number }>(
    sql`SELECT id FROM users WHERE is_sample = 1 AND email LIKE 'seeded-%' ORDER BY id`,
  )
  return rows.map(({ id }) => id)
}

async function readLastId(db: Db): Promise<number> {
  const row = await db.get<{ id: number }>(sql`SELECT coalesce(max(id), 0) AS id FROM listings`)
  return row?.id ?? 0
}

interface Batch {
  /** The last id before the batch. Together with `seed`, it seeds the content. */
  lastId: number
  size: number
  seed: number
  sellerIds: number[]
  postedAt: (number: number) => number
  ended: number
  now: number
}

async function insertBatch(tx: Db, batch: Batch): Promise<void> {
  const { lastId, size, seed, sellerIds, ended, now } = batch
  const rows: Sql[] = []
  const today = campusIsoDate(now)
  const ranks = await reserveRanks(tx, size)
  for (let number = 1; number <= size; number++) {
    const random = createRandom(seed, lastId + number)
    const category = random.pick(categories)
    const draft = fromInput(category.id, listingGenerators[category.id](random, today))
    const columns = toListingColumns(draft)
    const { title, price_cents, description, details, search_text } = columns
    const postedAt = batch.postedAt(number)
    const life = seedLifecycle(draft, { postedAt, now, ended }, random)
    rows.push(sql`(
      ${category.id}, ${random.pick(sellerIds)}, ${title}, ${price_cents}, ${description}, ${details},
      '[]', ${search_text}, ${postedAt}, ${postedAt}, ${ranks[number - 1]}, ${postedAt},
      ${life.status}, ${life.statusChangedAt}, ${life.endsAt}, ${life.renewedAt})`)
    if (rows.length === rowsPerInsert || number === size) {
      await tx.run(sql`
        INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
          search_text, posted_at, updated_at, rank, ranked_at, status, status_changed_at, ends_at,
          renewed_at)
        VALUES ${join(rows.splice(0))}`)
    }
  }
}
