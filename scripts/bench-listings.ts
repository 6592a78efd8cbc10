import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import sql from 'sql-template-tag'
import { categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import type { Db } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { listListings } from '#server/listings/list-listings.ts'
import { findListing } from '#server/listings/listing-queries.ts'
import { toCursor } from '#server/listings/page-cursor.ts'
import { presentListing } from '#server/listings/present-listing.ts'
import { seedListings } from './seed-listings.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string' },
    postgres: { type: 'string' },
    rounds: { type: 'string', default: '200' },
  },
})
const sizes = (values.sizes ?? (values.postgres ? '1000,100000' : '1000,100000,1000000'))
  .split(',')
  .map(Number)
const { rental } = categoryById

type Call = (round: number) => Promise<unknown>

/** What is asked, on the database of one size. */
async function callsOn(db: Db): Promise<Record<string, Call>> {
  const range = await db.get<{ lowest: number; highest: number }>(sql`
    SELECT min(id) AS lowest, max(id) AS highest FROM listings WHERE category = ${rental.id}`)
  if (!range) throw new Error('There are no listings to measure.')
  const { lowest, highest } = range
  const rare = await rareWords(db)
  const list = (given: Record<string, unknown>) =>
    listListings(db, rental, listQuery.rental.parse(given))
  const middle = (round: number) => Math.floor(lowest + ((highest - lowest) * (round % 80)) / 100)
  const deep = (round: number) => toCursor('new', { priceCents: 0, id: middle(round) })
  const deepPrice = toCursor('price', { priceCents: 60_000, id: middle(40) })
  const ids = await db.all<{ id: number }>(
    sql`SELECT id FROM listings WHERE category = ${rental.id} LIMIT 200`,
  )
  return {
    'newest 24': () => list({}),
    'deep page': (round) => list({ cursor: deep(round) }),
    'by id': async (round) => {
      const row = await findListing(db, rental.id, ids[round % ids.length]?.id ?? 0)
      return row && presentListing(rental, row)
    },
    'rare word': (round) => list({ q: rare[round % rare.length] }),
    'common word': () => list({ q: 'campus' }),
    'word beginning': () => list({ q: 'c' }),
    'common word, deep': (round) => list({ q: 'campus', cursor: deep(round) }),
    'common words': () => list({ q: 'campus room term' }),
    'common, by price': () => list({ q: 'campus', order: 'price' }),
    'common, -price': () => list({ q: 'campus', order: '-price' }),
    'common, by price, deep': () => list({ q: 'campus', order: 'price', cursor: deepPrice }),
    'common, cheap': () => list({ q: 'campus', max_price: '350' }),
    'common, dear': () => list({ q: 'campus', min_price: '2000' }),
    filters: () => list({ beds: '2', furnished: '1', type: 'sublet' }),
    'filters, by price': () => list({ beds: '5', pets: '1', order: 'price' }),
    'price limit': () => list({ max_price: '800' }),
    'price floor': () => list({ min_price: '2050' }),
    location: () => list({ location: 'king st' }),
  }
}

/** Names that only a few listings mention. */
async function rareWords(db: Db): Promise<string[]> {
  const rows = await db.all<{ description: string }>(
    sql`SELECT description FROM listings WHERE category = ${rental.id} LIMIT 3000`,
  )
  const found: string[] = []
  for (const { description } of rows) {
    const word = /^Near (\w+) Hall/.exec(description)?.[1] ?? ''
    if (word.length < 6 || found.length === 20) continue
    const { total } = await listListings(db, rental, listQuery.rental.parse({ q: word }))
    if (total <= 20) found.push(word)
  }
  return found
}

async function openWith(size: number): Promise<Db> {
  const folder = resolve('.cache/bench', `listings-${size}`)
  await mkdir(folder, { recursive: true })
  const DATABASE_URL = values.postgres && new URL(`quad_bench_${size}`, `${values.postgres}/`).href
  const db = await openDatabase({ DATA_DIR: folder, DATABASE_URL })
  await migrate(db)
  const row = await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM listings`)
  const listings = size - (row?.count ?? 0)
  if (listings > 0) {
    console.log(`Adding ${listings} listings to ${DATABASE_URL ?? join(folder, 'quad.db')} …`)
    await seedListings(db, { listings })
  }
  return db
}

const databases: Db[] = []
for (const size of sizes) databases.push(await openWith(size))
const calls = await Promise.all(databases.map(callsOn))
const rounds = Number(values.rounds)

console.log(`${values.postgres ? 'PostgreSQL' : 'SQLite'}, milliseconds: p50 / p95 (ratio of p50)`)
console.log(['', ...sizes.map((size) => size.toLocaleString('en-CA'))].map(cell).join(''))
for (const name of Object.keys(calls[0] ?? {})) {
  const times: number[][] = calls.map(() => [])
  for (let round = -20; round < rounds; round++) {
    for (const [index, on] of calls.entries()) {
      const start = performance.now()
      await on[name]?.(Math.abs(round))
      if (round >= 0) times[index]?.push(performance.now() - start)
    }
  }
  const [first = []] = times
  const columns = times.map((taken) => {
    const [p50, p95] = [quantile(taken, 0.5), quantile(taken, 0.95)]
    return `${p50.toFixed(3)} / ${p95.toFixed(3)} (${(p50 / quantile(first, 0.5)).toFixed(2)})`
  })
  console.log([name, ...columns].map(cell).join(''))
}
for (const db of databases) await db.close()

function quantile(taken: number[], part: number): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length * part)] ?? Number.NaN
}

function cell(text: string): string {
  return text.padEnd(26)
}
