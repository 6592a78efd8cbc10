import { type DemoFavourite, type DemoSearch, demoFavourites, demoSearches } from '#demo/saved.ts'
import { demoStudents, type StudentKey } from '#demo/students.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { findFavouriteIds, insertFavourite } from '../saved/favourites/favourite-queries.ts'
import {
  findHighestRank,
  findSavedSearches,
  insertSavedSearch,
} from '../saved/searches/saved-search-queries.ts'
import { findUserByEmail } from '../students/user-queries.ts'
import { findSampleListingId } from './sample-queries.ts'

/** After the sample listings. What is there already is left: an earlier start may have been interrupted. */
export async function fillDemoSaved(db: Db, now: Date): Promise<void> {
  const timeOf = ({ daysAgo }: { daysAgo: number }) => now.getTime() - daysAgo * dayMs
  await db.transaction(async (tx) => {
    for (const favourite of demoFavourites) await saveListing(tx, favourite, timeOf(favourite))
    for (const search of demoSearches) await saveSearch(tx, search, timeOf(search))
  })
}

const findStudentId = async (tx: Db, student: StudentKey) =>
  (await findUserByEmail(tx, demoStudents[student].email))?.id

async function saveListing(tx: Db, { student, listing }: DemoFavourite, now: number) {
  const userId = await findStudentId(tx, student)
  const listingId = await findSampleListingId(tx, listing.category, listing.title)
  if (!userId || !listingId || (await findFavouriteIds(tx, userId)).includes(listingId)) return
  await insertFavourite(tx, { userId, listingId, now })
}

async function saveSearch(tx: Db, { student, daysAgo: _, ...search }: DemoSearch, now: number) {
  const userId = await findStudentId(tx, student)
  if (!userId) return
  const saved = await findSavedSearches(tx, userId)
  if (saved.some(({ category, query }) => category === search.category && query === search.query)) {
    return
  }
  const seenRank = await findHighestRank(tx, search.category)
  await insertSavedSearch(tx, { ...search, userId, seenRank, now })
}
