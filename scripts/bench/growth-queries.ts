import sql from 'sql-template-tag'
import { campus } from '#campus/campus.ts'
import { nextTerms } from '#categories/academic-terms.ts'
import { addMonths } from '#categories/days.ts'
import { type CategoryId, categoryById } from '#categories/index.ts'
import { formatNear, nearOrder } from '#categories/minutes.ts'
import { listQuery } from '#contract/list-query.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { Db } from '#server/database/database.ts'
import { findListing, findListingRows } from '#server/listings/listing-queries.ts'
import { presentListing } from '#server/listings/present-listing.ts'
import { findFits } from '#server/listings/search/find-fits.ts'
import { listForgivingly } from '#server/listings/search/forgiving-list.ts'
import { encodeCursor } from '#server/listings/search/list-criteria.ts'
import { listListings } from '#server/listings/search/list-listings.ts'
import { suggest } from '#server/listings/search/suggest.ts'
import { findOlderFits } from '#server/saved/mails/new-fits.ts'

const { rental, wanted } = categoryById

export interface GrowthQuery {
  name: string
  /** The bar: how many times longer the query may take in the largest database than in the smallest. */
  maxRatio?: number
  /** The search for the same words with `exact=1`, if the query must take hardly longer than that. */
  exact?: (round: number) => Promise<unknown>
  run: (round: number) => Promise<unknown>
}

/** Returns the same queries in the same order for a database of any size. */
export async function createGrowthQueries(db: Db): Promise<GrowthQuery[]> {
  const { ids, middleRank, rareWords } = await readSample(db)
  const list = (query: Record<string, unknown>) =>
    listListings(db, rental, listQuery.rental.parse(query), Date.now())
  const forgiving = (query: Record<string, unknown>) =>
    listForgivingly(db, rental, listQuery.rental.parse(query), Date.now())
  const deepCursor = (round: number) => encodeCursor('new', { key: middleRank(round), id: 0 })
  const [term] = nextTerms(campusIsoDate(Date.now()), 1)
  if (!term) throw new Error('The campus file has no terms.')
  const [place] = campus.places
  if (!place) throw new Error('The campus file has no places.')
  const now = Date.now()
  const requests = await readRows(db, wanted.id)
  const places = await readRows(db, rental.id)
  const near = formatNear({ place, way: 'walk', minutes: 15 })
  return [
    { name: 'newest 24', maxRatio: 2, run: () => list({}) },
    { name: 'deep page', maxRatio: 2, run: (round) => list({ cursor: deepCursor(round) }) },
    {
      name: 'by id',
      maxRatio: 2,
      run: async (round) => {
        const row = await findListing(db, { category: rental.id, id: pick(ids, round) })
        return row && presentListing(row, Date.now())
      },
    },
    { name: 'rare word', maxRatio: 2, run: (round) => list({ q: pick(rareWords, round) }) },
    { name: 'word in every listing', maxRatio: 2, run: () => list({ q: 'campus' }) },
    {
      // Beside the row above, it shows what reading the words costs.
      name: 'word in every listing, read as meant',
      maxRatio: 2,
      run: () => forgiving({ q: 'campus' }),
      exact: () => forgiving({ q: 'campus', exact: '1' }),
    },
    {
      name: 'stemmed word in every listing',
      maxRatio: 2,
      run: () => forgiving({ q: 'campuses' }),
    },
    {
      name: 'rare word with a typing error',
      maxRatio: 2,
      run: (round) => forgiving({ q: misspell(pick(rareWords, round)) }),
    },
    {
      name: 'rare word, with close matches',
      maxRatio: 2,
      run: (round) => forgiving({ q: pick(rareWords, round) }),
      exact: (round) => forgiving({ q: pick(rareWords, round), exact: '1' }),
    },
    {
      name: 'five unknown words',
      maxRatio: 2,
      run: () => forgiving({ q: unknownWords }),
      exact: () => forgiving({ q: unknownWords, exact: '1' }),
    },
    {
      name: 'words that become filters',
      maxRatio: 2,
      run: () => forgiving({ q: 'furnished campus under 900' }),
    },
    {
      name: 'suggestions',
      maxRatio: 2,
      run: (round) => suggest(db, pick(['ma', 'ki', 'te', 'co'], round), Date.now()),
    },
    {
      name: 'word in every listing, deep page',
      run: (round) => list({ q: 'campus', cursor: deepCursor(round) }),
    },
    {
      name: 'word in every listing, by price',
      run: () => list({ q: 'campus', order: 'price' }),
    },
    { name: 'prefix of one letter', run: () => list({ q: 'c' }) },
    { name: 'maximum price', run: () => list({ max_price: '800' }) },
    { name: 'location', run: () => list({ location: 'king st' }) },
    { name: 'term', maxRatio: 2, run: () => list({ term: term.id }) },
    {
      name: 'from and to',
      run: () => list({ from: term.first, to: addMonths(term.first, 8) }),
    },
    { name: 'months', run: () => list({ months: '8' }) },
    { name: 'bedrooms', run: () => list({ bedrooms: '2' }) },
    { name: 'several house types', run: () => list({ house_type: 'Apartment,House' }) },
    { name: '"2 bedroom"', run: () => list({ q: '2 bedroom' }) },
    { name: 'soonest', run: () => list({ order: 'soonest' }) },
    { name: 'soonest, of a term', run: () => list({ order: 'soonest', term: term.id }) },
    { name: 'near a campus', maxRatio: 2, run: () => list({ near }) },
    { name: 'nearest', maxRatio: 2, run: () => list({ order: nearOrder(place.id) }) },
    {
      name: 'nearest, of a term',
      run: () => list({ order: nearOrder(place.id), term: term.id }),
    },
    { name: 'places that fit a request', run: (round) => findFits(db, pick(requests, round), now) },
    {
      name: 'requests that fit a place',
      run: (round) => findFits(db, pick(places, round), now),
    },
    {
      // The email of the day does this for every new place, so it grows with the requests that fit.
      name: 'all fits of a new place',
      run: (round) => Array.fromAsync(findOlderFits(db, pick(places, round), now)),
    },
    {
      name: 'nothing found',
      run: () => list({ term: term.id, type: 'sublet', furnished: '1', q: 'nowhere' }),
    },
    {
      name: 'three filters',
      maxRatio: 4,
      run: () => list({ beds: '2', furnished: '1', type: 'sublet' }),
    },
  ]
}

/** Returns some of the newest listings of a category. */
async function readRows(db: Db, category: CategoryId) {
  const newest = await db.all<{ id: number }>(sql`
    SELECT id FROM listings WHERE listed AND category = ${category} ORDER BY rank DESC LIMIT 20`)
  const rows = await findListingRows(
    db,
    newest.map(({ id }) => id),
  )
  return [...rows.values()]
}

const unknownWords = 'zzyzxwa zzyzxwb zzyzxwc zzyzxwd zzyzxwe'

/** Leaves out the last letter but one, as in a hurry. */
const misspell = (word: string) => word.slice(0, -2) + word.slice(-1)

const pick = <Value>(values: Value[], round: number) => values[round % values.length] as Value

async function readSample(db: Db) {
  const range = await db.get<{ min: number; max: number }>(sql`
    SELECT min(rank) AS min, max(rank) AS max FROM listings WHERE listed AND category = ${rental.id}`)
  const rows = await db.all<{ id: number; description: string }>(
    sql`SELECT id, description FROM listings WHERE listed AND category = ${rental.id} LIMIT 3000`,
  )
  if (!range) throw new Error('There are no listings to measure.')
  const { min, max } = range
  return {
    ids: rows.slice(0, 200).map(({ id }) => id),
    middleRank: (round: number) => Math.floor(min + ((max - min) * (round % 80)) / 100),
    rareWords: await findRareWords(db, rows),
  }
}

/** Finds names that occur in exactly one listing, so that databases of any size return the same number of results. */
async function findRareWords(db: Db, rows: { description: string }[]): Promise<string[]> {
  const found: string[] = []
  for (const { description } of rows) {
    const word = /^Near (\w+) Hall/.exec(description)?.[1] ?? ''
    if (word.length < 6 || found.length === 20) continue
    const query = listQuery.rental.parse({ q: word })
    const { total } = await listListings(db, rental, query, Date.now())
    if (total === 1) found.push(word)
  }
  return found
}
