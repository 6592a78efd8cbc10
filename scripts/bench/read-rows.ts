import { apiPaths, pagePaths } from '#contract/paths.ts'
import { createRandom } from '../seed/seeded-random.ts'
import type { BarByEngine } from './result-tables.ts'
import { createSearches } from './searches.ts'
import type { ListingContent } from './site-content.ts'

/** A line of the table, as data: its audience, its requests and its bar. */
export interface ReadRow {
  name: string
  audience: 'visitor' | 'student'
  /** A few paths that repeat in turn, or a new path every time. */
  paths: string[] | PathGenerator
  headers: Record<string, string>
  bar?: BarByEngine
}

interface PathGenerator {
  next: () => string
  /** A rate that is higher than any server can answer. */
  maxPerSecond: number
}

/** For answers from the cache, and for the session of a student. */
const cachedBar: BarByEngine = { sqlite: { ratio: 0.2 }, postgres: { ratio: 0.1 } }
/** For pages that are rendered. */
const renderedBar: BarByEngine = { sqlite: { ratio: 0.02 }, postgres: { ratio: 0.02 } }

const listedCategory = 'rental'
const browserHeaders = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }
const visitor = { audience: 'visitor', headers: browserHeaders } as const
const uncompressed = { audience: 'visitor', headers: {} } as const
const student = { audience: 'student', headers: browserHeaders } as const

export function describeReadRows(listings: ListingContent[]): ReadRow[] {
  const { pick } = createRandom(3, 0)
  const nextSearch = createSearches(listings)
  const browse = [pagePaths.browse(listedCategory)]
  const list = [apiPaths.list(listedCategory)]
  const newest = listings
    .filter(({ category }) => category === listedCategory)
    .slice(0, 24)
    .map(({ category, id }) => pagePaths.listing(category, id))
  const forAnyListing = (toPath: typeof pagePaths.listing, maxPerSecond: number) => ({
    maxPerSecond,
    next: () => {
      const { category, id } = pick(listings)
      return toPath(category, id)
    },
  })
  const forNewSearch = (toPath: typeof pagePaths.browse, maxPerSecond: number) => ({
    maxPerSecond,
    next: () => {
      const { category, query } = nextSearch()
      return toPath(category, query)
    },
  })
  const anyListing = forAnyListing(pagePaths.listing, 10_000)
  const listingJson = forAnyListing(apiPaths.listing, 60_000)
  const searchPage = forNewSearch(pagePaths.browse, 5_000)
  const search = forNewSearch(apiPaths.list, 20_000)
  return [
    { ...visitor, name: 'landing page', paths: [pagePaths.home], bar: cachedBar },
    { ...visitor, name: 'browse page', paths: browse, bar: cachedBar },
    { ...visitor, name: 'page of one of the 24 newest listings', paths: newest, bar: cachedBar },
    { ...visitor, name: 'page of any listing', paths: anyListing, bar: renderedBar },
    { ...visitor, name: 'search page', paths: searchPage, bar: renderedBar },
    { ...uncompressed, name: 'newest 24, JSON', paths: list, bar: cachedBar },
    { ...visitor, name: 'newest 24, JSON, compressed', paths: list, bar: cachedBar },
    { ...uncompressed, name: 'listing by id, JSON', paths: listingJson, bar: cachedBar },
    { ...uncompressed, name: 'search, JSON', paths: search },
    { ...visitor, name: 'search, JSON, compressed', paths: search },
    // It begins with what is new for the student, so it is rendered each time.
    { ...student, name: 'landing page', paths: [pagePaths.home], bar: renderedBar },
    { ...student, name: 'browse page', paths: browse, bar: cachedBar },
    { ...student, name: 'page of one of the 24 newest listings', paths: newest, bar: cachedBar },
    { ...student, name: 'page of any listing', paths: anyListing, bar: renderedBar },
    { ...student, name: 'dashboard', paths: [pagePaths.dashboard], bar: renderedBar },
    { ...student, name: 'newest 24, JSON, compressed', paths: list },
    { ...student, name: 'GET /api/auth/me', paths: [apiPaths.me], bar: cachedBar },
  ]
}
