import sql, { join, type Sql } from 'sql-template-tag'
import { campus } from '#campus/campus.ts'
import { categories, isForConfirmed, publicCategories } from '#categories/index.ts'
import { fromInput } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { Db } from '#server/database/database.ts'
import { dayMs } from '#server/durations.ts'
import { reserveRanks } from '#server/listings/listing-queries.ts'
import { toListingColumns } from '#server/listings/posting/create-listing.ts'
import { mergeSearchIndex } from '#server/listings/search/merge-search-index.ts'
import { recordWords } from '#server/listings/search/search-words.ts'
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
  if (db.dialect === 'sqlite') {
    // Commits this large would keep the server's own checkpoints behind, and the log would grow to the size of the data.
    await db.script('PRAGMA cache_size = -200000; PRAGMA wal_autocheckpoint = 1000')
  }
  const sellerIds = await seedSellers(db, { seed, now, sellers })
  for (let done = 0; done < listings; ) {
    const size = Math.min(batchSize, listings - done)
    const postedAt = (number: number) =>
      Math.round(now - spanMs * (1 - (done + number) / (listings + 1)))
    // The rows are made before the transaction: PostgreSQL ends a transaction that waits too long for its next statement.
    const rows = makeRows({
      lastId: await readLastId(db),
      size,
      seed,
      sellerIds,
      postedAt,
      ended,
      now,
    })
    await db.transaction(async (tx) => {
      for (const { id } of categories) await bumpCategoryVersion(tx, id)
      await insertRows(tx, rows)
    })
    done += size
    onProgress?.(done)
  }
  // What a site does by itself over night.
  if (db.dialect === 'postgres') await db.script('ANALYZE listings')
  else await mergeSearchIndex(db, new AbortController().signal)
}

/** Adds sellers who share a random password, so that nobody can log in as one. */
async function seedSellers(
  db: Db,
  { seed, now, sellers }: { seed: number; now: number; sellers: number },
): Promise<number[]> {
  const domains = campus.universities.flatMap(({ emailDomains }) => emailDomains)
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

/** Housing requests are rare: one for about ten rentals. */
const seededCategories = [
  ...Array.from({ length: 10 }, () => publicCategories).flat(),
  ...categories.filter(isForConfirmed),
]

type SeededRow = ReturnType<typeof makeRow>

const makeRows = (batch: Batch): SeededRow[] =>
  Array.from({ length: batch.size }, (_, index) => makeRow(batch, index + 1))

function makeRow({ lastId, seed, sellerIds, ended, now, ...batch }: Batch, number: number) {
  const random = createRandom(seed, lastId + number)
  const category = random.pick(seededCategories)
  const draft = fromInput(category.id, listingGenerators[category.id](random, campusIsoDate(now)))
  const postedAt = batch.postedAt(number)
  const life = seedLifecycle(draft, { postedAt, now, ended }, random)
  return {
    ...toListingColumns(draft),
    ...life,
    category: category.id,
    sellerId: random.pick(sellerIds),
    postedAt,
  }
}

async function insertRows(tx: Db, rows: SeededRow[]): Promise<void> {
  const ranks = await reserveRanks(tx, rows.length)
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const values = rows
      .slice(start, start + rowsPerInsert)
      .map((row, index) => toValues(row, ranks[start + index]))
    await tx.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at, rank, ranked_at, status, status_changed_at, ends_at,
        renewed_at)
      VALUES ${join(values)}`)
  }
  const listed = rows.filter(({ status }) => isListed(status))
  await recordWords(
    tx,
    listed.map(({ search_text }) => search_text),
    Number.POSITIVE_INFINITY,
  )
}

const toValues = (row: SeededRow, rank: number | undefined): Sql => sql`(
  ${row.category}, ${row.sellerId}, ${row.title}, ${row.price_cents}, ${row.description}, ${row.details},
  '[]', ${row.search_text}, ${row.postedAt}, ${row.postedAt}, ${rank}, ${row.postedAt},
  ${row.status}, ${row.statusChangedAt}, ${row.endsAt}, ${row.renewedAt})`
