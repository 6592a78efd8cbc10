import { campusDayNumber } from '#contract/campus-date.ts'
import type { Db } from '../database/database.ts'
import { countViews } from './count-views.ts'
import { findVisitedListings } from './view-queries.ts'
import { addDailyVisits, type DailyVisits } from './visit-queries.ts'
import { isStaticPage, otherPage, type PageVisit, parseListingId } from './visited-pages.ts'

/** Adds a batch to the daily visits and to the views of its listings. */
export async function recordVisits(tx: Db, visits: PageVisit[]) {
  const ids = visits.flatMap(({ path }) => parseListingId(path) ?? [])
  const listings = await findVisitedListings(tx, [...new Set(ids)])
  const toPage = (path: string) => (isStaticPage(path) || listings.has(path) ? path : otherPage)
  await addDailyVisits(tx, countByDay(visits, toPage))
  const views = visits.flatMap((visit) => {
    const listing = listings.get(visit.path)
    return listing ? [{ ...visit, ...listing }] : []
  })
  await countViews(tx, views)
}

/** One entry for each day and page. */
function countByDay(visits: PageVisit[], toPage: (path: string) => string): DailyVisits[] {
  const counts = new Map<string, DailyVisits>()
  for (const { path, visitedAt } of visits) {
    const [day, page] = [campusDayNumber(visitedAt), toPage(path)]
    const key = `${day} ${page}`
    counts.set(key, { day, path: page, visits: (counts.get(key)?.visits ?? 0) + 1 })
  }
  return [...counts.values()]
}
