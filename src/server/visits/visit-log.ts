import { createHash, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { categories } from '#categories/index.ts'
import { pageRoutes } from '#contract/page-routes.ts'
import { campusDayNumber } from '#format/campus-date.ts'
import type { Db } from '../database/database.ts'
import { secondMs } from '../durations.ts'
import { createRateLimiter, perDay } from '../limits/rate-limit.ts'
import {
  addView,
  findVisitedListings,
  getDaySalt,
  hasVisitorHash,
  recordVisitorHash,
  type VisitedListing,
} from './view-queries.ts'
import { addDailyVisits, type DailyVisits } from './visit-queries.ts'

const batchSize = 100
const flushIntervalMs = secondMs
/** How many visits wait while the database is unavailable. Further visits are dropped. */
const maxWaiting = 5_000

interface VisitLogDeps {
  db: Db
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Buffers visits and writes them in batches, so that a page view does not cost a durable write. */
export function createVisitLog({ db, log }: VisitLogDeps) {
  const waiting: PageVisit[] = []
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<void> | undefined

  function add(visit: PageVisit) {
    if (waiting.length >= maxWaiting) return
    waiting.push(visit)
    if (waiting.length >= batchSize) flush()
    else timer ??= setTimeout(flush, flushIntervalMs)
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    flushing ??= writeAll().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  async function writeAll() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      try {
        await db.transaction((tx) => recordVisits(tx, batch))
      } catch (error) {
        log.warn({ err: error }, 'visits not written yet')
        timer ??= setTimeout(flush, flushIntervalMs)
        return
      }
      waiting.splice(0, batch.length)
    }
  }

  async function close() {
    await flush()
    clearTimeout(timer)
  }

  return { add, flush, close }
}

export type VisitLog = ReturnType<typeof createVisitLog>

/** The most views, and so rows, that one network can add in a day. A residence of thousands stays below it. */
const maxViewsPerNetwork = 10_000

/** Adds a batch to the daily visits and to the views of its listings. */
export async function recordVisits(
  tx: Db,
  visits: PageVisit[],
  { maxPerNetwork = maxViewsPerNetwork } = {},
) {
  const ids = visits.flatMap(({ path }) => parseListingId(path) ?? [])
  const listings = await findVisitedListings(tx, [...new Set(ids)])

  async function toPage(visit: PageVisit): Promise<string> {
    const listing = listings.get(visit.path)
    if (!listing) return findPageRoute(visit.path) ?? otherPage
    return (await countView(tx, visit, listing, maxPerNetwork)) ? visit.path : otherPage
  }

  const counts = new Map<string, DailyVisits>()
  for (const visit of visits) {
    const [day, path] = [campusDayNumber(visit.visitedAt), await toPage(visit)]
    const key = `${day} ${path}`
    counts.set(key, { day, path, visits: (counts.get(key)?.visits ?? 0) + 1 })
  }
  await addDailyVisits(tx, [...counts.values()])
}

/**
 * Counts one view of a listing a day for each student, and one for all visitors of a network together. The seller never
 * counts. Returns false once the network has added `maxPerNetwork` views that day; the visit then adds no row.
 */
async function countView(
  tx: Db,
  { visitedAt, network, studentId }: PageVisit,
  { listingId, sellerId }: VisitedListing,
  maxPerNetwork: number,
): Promise<boolean> {
  if (sellerId === studentId) return true
  const day = campusDayNumber(visitedAt)
  const salt = await getDaySalt(tx, day, randomBytes(18).toString('base64url'))
  const visitor = studentId === undefined ? `network ${network}` : `student ${studentId}`
  const hash = createHash('sha256').update(`${salt} ${listingId} ${visitor}`).digest('base64url')
  if (await hasVisitorHash(tx, day, hash)) return true
  const limiter = createRateLimiter({ enabled: true, now: () => visitedAt })
  const rule = { name: 'views-per-network', ...perDay(maxPerNetwork) }
  // The salt belongs to the day, so each day starts a new count. It also keeps others from finding the network by its
  // hash.
  const { isAllowed } = await limiter.tryTake(tx, rule, salt, network)
  if (isAllowed && (await recordVisitorHash(tx, day, hash))) await addView(tx, listingId, day)
  return isAllowed
}

interface PageVisit {
  /** The path without the query. */
  path: string
  visitedAt: number
  /** The visitor's network. It is never stored, only hashed, to tell visitors apart for a day. */
  network: string
  studentId: number | undefined
}

/** The name for every path that is not a page. It keeps the number of rows bounded. */
const otherPage = 'other'

const id = '[1-9]\\d{0,9}'
const listingRoutes = new Set(categories.map(({ path }) => `/${path}/:id`))

const pagePatterns = pageRoutes
  .filter((route) => !listingRoutes.has(route))
  .map((route) => ({ route, pattern: new RegExp(`^${route.replace(':id', id)}$`) }))

/** Finds the route of a page that is not a listing's. All profiles count as one page. */
export const findPageRoute = (path: string): string | undefined =>
  pagePatterns.find(({ pattern }) => pattern.test(path))?.route

/** Removes the query, because it may hold the token of a reset or renew link. */
export function dropQuery(path: string): string {
  return path.replace(/[?#].*$/s, '')
}

const listingPath = new RegExp(`^/([a-z]+)/(${id})$`)

/** Reads the id in the path of a listing's page. The listing may not exist. */
export function parseListingId(path: string): number | undefined {
  const [, first, listingId] = listingPath.exec(path) ?? []
  return categories.some((category) => category.path === first) ? Number(listingId) : undefined
}
