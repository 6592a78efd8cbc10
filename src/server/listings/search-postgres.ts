import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { type ListRequest, priceStretch, restOfStretch, type Stretch } from './list-request.ts'
import { type Found, type FoundListing, mostCounted } from './listing-queries.ts'
import type { Wanted } from './search-text.ts'

/** Listings looked at one by one, in the order of the list. */
const firstSteps = 200
const mostSteps = 10_000
/** A price range with no more listings than this is looked at as a whole. */
const smallRange = 5_000

/**
 * The index of terms knows no order and gives all matches or none: right for rare words, slow for common
 * ones, which are met sooner by walking the list. The first steps tell which kind it is.
 */
export async function searchPostgres(db: Db, request: ListRequest): Promise<Found> {
  const match = sql`search_terms @@ ${queryOf(request.wanted)}::tsquery`
  if (request.prices && (await isSmallRange(db, request))) return inSmallRange(db, request, match)
  const near = await db.all<FoundListing>(walked(request, match, firstSteps))
  if (near.length === request.limit) {
    return { page: near, count: await countCommon(db, request, match) }
  }
  const [page, count] = await Promise.all([
    pageFartherOn(db, request, match, near.length),
    countMatches(db, matchesByIndex(request, match)),
  ])
  return { page, count }
}

/** As far again as the first steps promise the page to reach; what is scarce is asked of the index. */
async function pageFartherOn(db: Db, request: ListRequest, match: Sql, found: number) {
  const { limit } = request
  const steps = Math.ceil((1.5 * firstSteps * limit) / found)
  if (steps <= mostSteps) {
    const page = await db.all<FoundListing>(walked(request, match, steps))
    if (page.length === limit) return page
  }
  return db.all<FoundListing>(pageOf(request, matchesByIndex(request, match, restOf(request))))
}

/** A limit inside keeps the condition out: the walk stays a walk. */
function walked(request: ListRequest, match: Sql, steps: number): Sql {
  return sql`
    SELECT id, price_cents FROM (
      SELECT id, price_cents, search_terms FROM listings
      WHERE category = ${request.category} ${restOf(request)}
      ORDER BY ${inOrder(request)} LIMIT ${steps}
    ) AS near
    WHERE ${match} ORDER BY ${inOrder(request)} LIMIT ${request.limit}`
}

async function countCommon(db: Db, request: ListRequest, match: Sql): Promise<number> {
  const walked = await countMatches(
    db,
    sql`SELECT id FROM (
      SELECT id, search_terms FROM listings WHERE category = ${request.category} ${within(request)}
      ORDER BY id DESC LIMIT ${mostSteps}
    ) AS near WHERE ${match}`,
  )
  return walked > mostCounted ? walked : countMatches(db, matchesByIndex(request, match))
}

function matchesByIndex(request: ListRequest, match: Sql, where = within(request)): Sql {
  return sql`SELECT id, price_cents FROM listings WHERE ${match} ${where}`
}

async function isSmallRange(db: Db, request: ListRequest): Promise<boolean> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM listings WHERE category = ${request.category} ${within(request)}
      LIMIT ${smallRange + 1}
    ) AS counted`)
  return (row?.count ?? 0) <= smallRange
}

/** An offset inside, even of none, keeps the condition from choosing the index of terms. */
async function inSmallRange(db: Db, request: ListRequest, match: Sql): Promise<Found> {
  const matches = (where: Sql) => sql`
    SELECT id, price_cents FROM (
      SELECT id, price_cents, search_terms FROM listings
      WHERE category = ${request.category} ${where} OFFSET 0
    ) AS few WHERE ${match}`
  const [page, count] = await Promise.all([
    db.all<FoundListing>(pageOf(request, matches(restOf(request)))),
    countMatches(db, matches(within(request))),
  ])
  return { page, count }
}

function pageOf(request: ListRequest, matches: Sql): Sql {
  return sql`
    WITH matches AS MATERIALIZED (${matches})
    SELECT id, price_cents FROM matches ORDER BY ${inOrder(request)} LIMIT ${request.limit}`
}

async function countMatches(db: Db, matches: Sql): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (${matches} LIMIT ${mostCounted + 1}) AS counted`)
  return row?.count ?? 0
}

function inOrder({ order }: ListRequest): Sql {
  if (order === 'new') return sql`id DESC`
  return order === 'price' ? sql`price_cents, id` : sql`price_cents DESC, id DESC`
}

function within(request: ListRequest): Sql {
  return request.prices ? between(priceStretch(request)) : empty
}

function restOf(request: ListRequest): Sql {
  if (request.order !== 'new') return between(restOfStretch(request))
  const { after } = request
  return sql`${after ? sql`AND id < ${after.id}` : empty} ${within(request)}`
}

function between({ low, high }: Stretch): Sql {
  return sql`
    AND (price_cents, id) > (${low.priceCents}, ${low.id})
    AND (price_cents, id) < (${high.priceCents}, ${high.id})`
}

/** Terms hold no quote and no backslash, so a quoted one is never syntax. */
export function queryOf(wanted: Wanted[]): string {
  const all = wanted.map(({ terms, begins }) => {
    const any = terms.map((term) => `'${term}'${begins ? ':*' : ''}`)
    return `(${any.join(' | ')})`
  })
  return all.join(' & ')
}
