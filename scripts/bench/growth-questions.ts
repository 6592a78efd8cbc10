import sql from 'sql-template-tag'
import { categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import type { Db } from '#server/database/database.ts'
import { listListings } from '#server/listings/list-listings.ts'
import { findListing } from '#server/listings/listing-queries.ts'
import { toCursor } from '#server/listings/page-cursor.ts'
import { presentListing } from '#server/listings/present-listing.ts'

const { rental } = categoryById

export interface Question {
  name: string
  /** Whether it must take no more than twice as long in the largest database as in the smallest. */
  hasBar: boolean
  ask: (round: number) => Promise<unknown>
}

/** What is asked of a database of any size, in the same order for all. */
export async function questionsFor(db: Db): Promise<Question[]> {
  const { ids, middle, rare } = await sampleOf(db)
  const list = (given: Record<string, unknown>) =>
    listListings(db, rental, listQuery.rental.parse(given))
  const deep = (round: number) => toCursor('new', { priceCents: 0, id: middle(round) })
  const barred: Record<string, Question['ask']> = {
    'newest 24': () => list({}),
    'deep page': (round) => list({ cursor: deep(round) }),
    'by id': async (round) => {
      const row = await findListing(db, rental.id, pick(ids, round))
      return row && presentListing(rental, row)
    },
    'rare word': (round) => list({ q: pick(rare, round) }),
    'word in every listing': () => list({ q: 'campus' }),
  }
  const others: Record<string, Question['ask']> = {
    'the same, deep page': (round) => list({ q: 'campus', cursor: deep(round) }),
    'the same, by price': () => list({ q: 'campus', order: 'price' }),
    'beginning of one letter': () => list({ q: 'c' }),
    'price limit': () => list({ max_price: '800' }),
    location: () => list({ location: 'king st' }),
    'three filters': () => list({ beds: '2', furnished: '1', type: 'sublet' }),
  }
  const named = (calls: typeof barred, hasBar: boolean) =>
    Object.entries(calls).map(([name, ask]) => ({ name, hasBar, ask }))
  return [...named(barred, true), ...named(others, false)]
}

const pick = <Value>(values: Value[], round: number) => values[round % values.length] as Value

async function sampleOf(db: Db) {
  const range = await db.get<{ lowest: number; highest: number }>(sql`
    SELECT min(id) AS lowest, max(id) AS highest FROM listings WHERE category = ${rental.id}`)
  const rows = await db.all<{ id: number; description: string }>(
    sql`SELECT id, description FROM listings WHERE category = ${rental.id} LIMIT 3000`,
  )
  if (!range) throw new Error('There are no listings to measure.')
  const { lowest, highest } = range
  return {
    ids: rows.slice(0, 200).map(({ id }) => id),
    middle: (round: number) => Math.floor(lowest + ((highest - lowest) * (round % 80)) / 100),
    rare: await rareWords(db, rows),
  }
}

/** Names that a single listing mentions, so that every size has the same to answer. */
async function rareWords(db: Db, rows: { description: string }[]): Promise<string[]> {
  const found: string[] = []
  for (const { description } of rows) {
    const word = /^Near (\w+) Hall/.exec(description)?.[1] ?? ''
    if (word.length < 6 || found.length === 20) continue
    const { total } = await listListings(db, rental, listQuery.rental.parse({ q: word }))
    if (total === 1) found.push(word)
  }
  return found
}
