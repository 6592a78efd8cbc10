import { publicCategories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { listingGenerators } from '../seed/seed-content.ts'
import { createRandom } from '../seed/seeded-random.ts'
import { describeReadRows, type ReadRow } from './read-rows.ts'
import type { BarByEngine } from './result-tables.ts'
import { createSearches } from './searches.ts'
import type { Site } from './sites.ts'
import type { BenchRequest, Workload } from './workload.ts'

export type RequestRow = Workload & { bar?: BarByEngine }

const createBar: BarByEngine = { sqlite: { perSecond: 300 } }

/** Returns the rows that only read. */
export function createReadRows(site: Site): RequestRow[] {
  return describeReadRows(site.listings).map((row) => ({
    name: `${row.audience}: ${row.name}`,
    server: site.server,
    requests: toRequests(row, site.students),
    ...(row.bar && { bar: row.bar }),
  }))
}

/** Makes the requests of a row. Visitors send no cookie; each student sends their own. */
function toRequests(row: ReadRow, students: Site['students']): Workload['requests'] {
  const { audience, paths, headers } = row
  const senders = audience === 'student' ? students.map(({ cookie }) => ({ cookie })) : [{}]
  const toRequest = (path: string, sender: object): BenchRequest => ({
    path,
    headers: { ...headers, ...sender },
  })
  if (Array.isArray(paths))
    return paths.flatMap((path) => senders.map((sender) => toRequest(path, sender)))
  const { pick } = createRandom(5, 0)
  return { ...paths, next: () => toRequest(paths.next(), pick(senders)) }
}

/** Returns the rows that create listings. */
export function createWriteRows({ server, listings, students }: Site): RequestRow[] {
  const nextListing = createListingRequests(students)
  const nextSearch = createSearches(listings)
  let count = 0
  const nextSearchOrListing = (): BenchRequest => {
    if (count++ % 50 === 0) return nextListing()
    const { category, query } = nextSearch()
    return { path: apiPaths.list(category, query) }
  }
  return [
    {
      name: 'search, JSON, 1 of 50 requests creates a listing',
      server,
      requests: { maxPerSecond: 10_000, next: nextSearchOrListing },
    },
    {
      name: 'student: create a listing',
      bar: createBar,
      server,
      requests: { maxPerSecond: 5_000, next: nextListing },
    },
  ]
}

/** Returns a function whose every request creates a new listing, in a random category by a random student. */
function createListingRequests(students: Site['students']): () => BenchRequest {
  let index = 0
  return function next(): BenchRequest {
    const random = createRandom(11, index++)
    const category = random.pick(publicCategories).id
    return {
      method: 'POST',
      path: apiPaths.list(category),
      headers: { 'content-type': 'application/json', cookie: random.pick(students).cookie },
      body: JSON.stringify({
        ...listingGenerators[category](random, campusIsoDate(Date.now())),
        photos: ['https://photos.example/1.jpg'],
      }),
    }
  }
}
