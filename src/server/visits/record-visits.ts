import { campusDayNumber } from '#contract/campus-date.ts'
import type { Db } from '../database/database.ts'
import { countView } from './count-views.ts'
import { findVisitedListings } from './view-queries.ts'
import { addDailyVisits, type DailyVisits } from './visit-queries.ts'
import { findPageRoute, otherPage, type PageVisit, parseListingId } from './visited-pages.ts'

/** Bounds the rows that one network can add in a day; a residence of thousands stays below. */
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
