import { categories } from '#categories/index.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { listingGenerators } from '../seed-content.ts'
import { createRandom } from '../seeded-random.ts'
import type { Bar } from './result-tables.ts'
import { createSearches } from './searches.ts'
import type { Server } from './servers.ts'
import type { SiteContent } from './site-content.ts'
import type { BenchRequest, RequestGenerator, Workload } from './workload.ts'

export type RequestRow = Workload & { bar?: Bar }

const listedCategory = 'rental'
const browserHeaders = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' }
const visitorBar: Bar = { ratio: 0.35 }
const renderedPageBar: Bar = { ratio: 0.04 }

/** The rows that only read; the server must hold the content. */
export function createReadRows(server: Server, content: SiteContent): RequestRow[] {
  const newest = content.listings
    .filter((listing) => listing.category === listedCategory)
    .slice(0, 24)
  const nextSearch = createSearches(content)
  const { pick } = createRandom(3, 0)
  const page = (path: string): BenchRequest => ({ path, headers: browserHeaders })
  const forAnyListing = (toRequest: (listing: ListingId) => BenchRequest): RequestGenerator => ({
    maxPerSecond: 60_000,
    next: () => toRequest(pick(content.listings)),
  })
  return [
    {
      name: 'newest 24 of a category, JSON',
      bar: visitorBar,
      server,
      requests: [{ path: apiPaths.list(listedCategory) }],
    },
    {
      name: 'newest 24 of a category, JSON, compressed',
      bar: visitorBar,
      server,
      requests: [{ path: apiPaths.list(listedCategory), headers: browserHeaders }],
    },
    {
      name: 'browse page, HTML',
      bar: visitorBar,
      server,
      requests: [page(pagePaths.browse(listedCategory))],
    },
    { name: 'landing page, HTML', bar: visitorBar, server, requests: [page(pagePaths.home)] },
    {
      name: 'page of one of the 24 newest listings, HTML',
      bar: visitorBar,
      server,
      requests: newest.map(({ id }) => page(pagePaths.listing(listedCategory, id))),
    },
    {
      name: 'page of any listing, HTML',
      bar: renderedPageBar,
      server,
      requests: forAnyListing(({ category, id }) => page(pagePaths.listing(category, id))),
    },
    {
      name: 'keyword search, JSON',
      server,
      requests: { maxPerSecond: 20_000, next: () => ({ path: nextSearch() }) },
    },
    {
      name: 'keyword search, JSON, compressed',
      server,
      requests: {
        maxPerSecond: 20_000,
        next: () => ({ path: nextSearch(), headers: browserHeaders }),
      },
    },
    {
      name: 'listing by id, JSON',
      bar: visitorBar,
      server,
      requests: forAnyListing(({ category, id }) => ({ path: apiPaths.listing(category, id) })),
    },
  ]
}

type ListingId = Pick<SiteContent['listings'][number], 'category' | 'id'>

/** The rows that create listings. */
export function createWriteRows(
  server: Server,
  content: SiteContent,
  createBar?: Bar,
): RequestRow[] {
  const nextListing = createListingRequests(content)
  const nextSearch = createSearches(content)
  let count = 0
  return [
    {
      name: 'keyword search, 1 of 50 requests creates a listing',
      server,
      requests: {
        maxPerSecond: 10_000,
        next: () => (count++ % 50 === 0 ? nextListing() : { path: nextSearch() }),
      },
    },
    {
      name: 'create a listing',
      ...(createBar && { bar: createBar }),
      server,
      requests: { maxPerSecond: 5_000, next: nextListing },
    },
  ]
}

/** Each request creates another listing, of a random category by a random student. */
function createListingRequests({ cookies }: SiteContent): () => BenchRequest {
  let index = 0
  return function next(): BenchRequest {
    const random = createRandom(11, index++)
    const category = random.pick(categories).id
    return {
      method: 'POST',
      path: apiPaths.list(category),
      headers: { 'content-type': 'application/json', cookie: random.pick(cookies) },
      body: JSON.stringify({
        ...listingGenerators[category](random),
        photos: ['https://photos.example/1.jpg'],
      }),
    }
  }
}
