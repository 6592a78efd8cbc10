import sql, { join, type Sql } from 'sql-template-tag'
import { universities } from '#campus.ts'
import { categories } from '#categories/index.ts'
import { createPasswords } from '#server/accounts/passwords.ts'
import { insertUser } from '#server/accounts/user-queries.ts'
import type { Db } from '#server/database/database.ts'
import { columnsOf } from '#server/listings/create-listing.ts'
import { raiseListingCounter } from '#server/listings/listing-counter.ts'
import { indexTogether } from '#server/listings/search-index.ts'
import { rollDice } from './dice.ts'
import { postings, surname } from './seed-content.ts'

const sellers = 300
const batchSize = 25_000
const rowsInStatement = 250
const minute = 60_000

export interface Seeding {
  listings: number
  seed?: number
  now?: number
  onProgress?: (done: number) => void
}

/** Adds that many listings after those there are. Each batch is kept, so a run cut short is not lost. */
export async function seedListings(db: Db, seeding: Seeding): Promise<void> {
  const { listings, seed = 1, now = Date.now(), onProgress } = seeding
  if (db.dialect === 'sqlite') await db.script('PRAGMA cache_size = -200000')
  const sellerIds = await seedSellers(db, seed, now)
  for (let done = 0; done < listings; ) {
    const size = Math.min(batchSize, listings - done)
    const start = now - (listings - done) * minute
    await db.transaction(async (tx) => {
      for (const { id } of categories) await raiseListingCounter(tx, id)
      const last = await lastId(tx)
      await indexTogether(tx, () => insertBatch(tx, { last, size, seed, sellerIds, start }))
    })
    done += size
    onProgress?.(done)
  }
  if (db.dialect === 'postgres') await db.script('ANALYZE listings')
}

/** Nobody knows their password. */
async function seedSellers(db: Db, seed: number, now: number): Promise<number[]> {
  const domains = universities.flatMap(({ emailDomains }) => emailDomains)
  const passwordHash = await createPasswords().hash(crypto.randomUUID())
  await db.transaction(async (tx) => {
    for (let number = 1; number <= sellers; number++) {
      const dice = rollDice(seed, -number)
      const email = `seeded-${number}@${dice.pick(domains)}`
      const names = { firstName: surname(dice), lastName: surname(dice) }
      await insertUser(tx, { ...names, email, passwordHash, createdAt: now })
    }
  })
  const rows = await db.all<{ id: number }>(
    sql`SELECT id FROM users WHERE email LIKE 'seeded-%' ORDER BY id`,
  )
  return rows.map(({ id }) => id)
}

async function lastId(db: Db): Promise<number> {
  const row = await db.get<{ id: number }>(sql`SELECT coalesce(max(id), 0) AS id FROM listings`)
  return row?.id ?? 0
}

interface Batch {
  /** The id before the batch; with the seed it decides what the listings say. */
  last: number
  size: number
  seed: number
  sellerIds: number[]
  start: number
}

async function insertBatch(tx: Db, { last, size, seed, sellerIds, start }: Batch): Promise<void> {
  const rows: Sql[] = []
  for (let number = 1; number <= size; number++) {
    const dice = rollDice(seed, last + number)
    const category = dice.pick(categories)
    const { title, price_cents, description, details, search_text } = columnsOf(
      category,
      postings[category.id](dice),
    )
    const postedAt = start + number * minute
    rows.push(sql`(
      ${category.id}, ${dice.pick(sellerIds)}, ${title}, ${price_cents}, ${description}, ${details},
      '[]', ${search_text}, ${postedAt}, ${postedAt})`)
    if (rows.length === rowsInStatement || number === size) {
      await tx.run(sql`
        INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
          search_text, posted_at, updated_at)
        VALUES ${join(rows.splice(0))}`)
    }
  }
}
