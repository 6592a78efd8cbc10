import sql, { raw } from 'sql-template-tag'
import { inputSchema } from '#categories/field-schemas.ts'
import type { CategoryWithCopies } from '#categories/index.ts'
import { isWanted } from '#categories/listing-values.ts'
import type { Copies } from '#contract/copies.ts'
import { fieldValues, type Listing } from '#contract/listing.ts'
import type { Db } from '../../database/database.ts'
import { hyphenateIsbns, readContent, type SellerNames } from '../present-listing.ts'
import { readListed } from './list-listings.ts'
import { medianOf } from './medians.ts'

/** The most copies that the statistics count. No campus has this many of one thing. */
const maxCounted = 1000

/** Returns the value as it is stored, however the text spells it, or undefined if the text is invalid. */
export function parseCopiesValue(
  { fields, copies }: CategoryWithCopies,
  text: string,
): string | undefined {
  return inputSchema(fields[copies.field]).safeParse(text).data ?? undefined
}

/** The response before its listings are translated to their API names. */
type CopiesOfListings = Omit<Copies, 'results'> & { results: Listing[] }

/** Reads the copies of one thing. `expiresAt` is when the first of them ends. */
export async function readCopies(
  db: Db,
  category: CategoryWithCopies,
  value: string,
  { limit, now, names }: { limit: number; now: number; names: SellerNames },
): Promise<{ page: CopiesOfListings; expiresAt: number }> {
  const [rows, known] = await Promise.all([
    findCopies(db, category, value, { now, limit: maxCounted }),
    readKnown(db, category, value, now),
  ])
  const wanted = rows.filter(({ wanted_value }) =>
    isWanted(category, { [category.wantedWhen.field]: wanted_value }),
  )
  const offered = rows.filter((row) => !wanted.includes(row)).toSorted(byPrice)
  const prices = offered.map(({ price_cents }) => price_cents).filter((cents) => cents > 0)
  const [lowest] = prices
  const ids = [...offered, ...wanted].slice(0, limit).map(({ id }) => id)
  const values = { [category.copies.field]: value }
  const page = {
    ...values,
    ...hyphenateIsbns({ category: category.id, details: values }),
    known,
    total: rows.length,
    offered: offered.length,
    lowest_price: lowest === undefined ? null : lowest / 100,
    median_price: lowest === undefined ? null : medianOf(prices) / 100,
    results: await readListed(db, ids, now, names),
  }
  return {
    page: page as CopiesOfListings,
    expiresAt: Math.min(...rows.map(({ ends_at }) => ends_at)),
  }
}

/** Reads facts about the thing itself, from a listed copy if there is one. They say nothing about the seller. */
async function readKnown(db: Db, category: CategoryWithCopies, value: string, now: number) {
  const row =
    (await findNewestCopy(db, category, value, { onlyListed: true, now })) ??
    (await findNewestCopy(db, category, value, { onlyListed: false, now }))
  if (!row) return null
  const columns = { ...row, category: category.id, price_cents: 0, description: '' }
  const values = fieldValues(readContent(columns))
  return Object.fromEntries(category.copies.fills.map((name) => [name, values[name]]))
}

/** Sorts the cheapest copies first, and copies without a price last. */
const byPrice = (a: CopyRow, b: CopyRow) =>
  (a.price_cents || Number.POSITIVE_INFINITY) - (b.price_cents || Number.POSITIVE_INFINITY) || 0

/**
 * Reads a detail in SQL. The name must be a literal, or the index on this expression is not used. Names are lower-case
 * letters.
 */
const detail = (name: string) => raw(`details ->> '${name}'`)

interface CopyRow {
  id: number
  price_cents: number
  ends_at: number
  /** The value of the field that says whether the thing is wanted. It is null in rows that are older than the field. */
  wanted_value: string | null
}

/** Returns listed copies of this thing that have not ended by the clock, newest first. */
function findCopies(
  db: Db,
  { id, copies, wantedWhen }: CategoryWithCopies,
  value: string,
  { now, limit }: { now: number; limit: number },
): Promise<CopyRow[]> {
  return db.all<CopyRow>(sql`
    SELECT id, price_cents, ends_at, ${detail(wantedWhen.field)} AS wanted_value FROM listings
    WHERE ${detail(copies.field)} = ${value} AND category = ${id} AND listed AND ends_at > ${now}
    ORDER BY rank DESC LIMIT ${limit}`)
}

/**
 * Returns the newest copy, even if it has ended. It never returns one that moderators have taken down or may take down.
 */
function findNewestCopy(
  db: Db,
  { id, copies }: CategoryWithCopies,
  value: string,
  { onlyListed, now }: { onlyListed: boolean; now: number },
): Promise<{ title: string; details: string } | undefined> {
  const status = onlyListed
    ? sql`listed AND ends_at > ${now}`
    : sql`status NOT IN ('hidden', 'removed')`
  return db.get(sql`
    SELECT title, details FROM listings
    WHERE ${detail(copies.field)} = ${value} AND category = ${id} AND ${status}
    ORDER BY rank DESC LIMIT 1`)
}
