import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { SearchFrequency } from '#contract/saved-rules.ts'
import type { Db } from '../../database/database.ts'
import { hasSameMailbox } from '../../students/person.ts'
import type { Account } from '../../students/user-queries.ts'
import { markMatched, type SavedSearchRow } from '../searches/saved-search-queries.ts'
import { raiseSeenRank } from '../skip-old-news.ts'
import {
  findActiveSearches,
  findNotMailed,
  isBehind,
  type NewInCategory,
  type NewListings,
} from './new-listings.ts'
import type { FoundListings } from './saved-mail-payload.ts'

const pageSize = 500
/** After this time, matching lets requests through: it blocks all of them, and a search with many words takes a while. */
const maxBlockMs = 20

/** Finds the students with a search that finds something new. Searches that find nothing are marked as seen. */
export async function findMatchedStudents(
  db: Db,
  frequency: SearchFrequency,
  newListings: NewListings,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<Set<number>> {
  const studentIds = new Set<number>()
  const letRequestsThrough = createPauses()
  for (const [category, newInCategory] of newListings) {
    const group = { frequency, category }
    for (let afterId: number | undefined = 0; afterId !== undefined; ) {
      signal.throwIfAborted()
      const page = await findActiveSearches(db, group, { afterId, limit: pageSize })
      const searches = page.filter((search) => isBehind(search, newInCategory))
      const [matched, unmatched]: [number[], number[]] = [[], []]
      for (const search of searches) {
        const isMatched = findsAnything(newInCategory, search)
        if (isMatched) studentIds.add(search.user_id)
        ;(isMatched ? matched : unmatched).push(search.id)
        await letRequestsThrough()
      }
      if (searches.length > 0) {
        await db.transaction(async (tx) => {
          await raiseSeenRank(tx, unmatched, newInCategory.highestRank)
          await markMatched(tx, matched, now)
        })
      }
      afterId = page.length < pageSize ? undefined : page.at(-1)?.id
      await letRequestsThrough()
    }
  }
  return studentIds
}

/**
 * Returns true if the search cannot be matched. Writing the email of its student then fails with the same error, and
 * the other emails are still written.
 */
function findsAnything(
  { match }: NewInCategory,
  search: Parameters<NewInCategory['match']>[0],
): boolean {
  try {
    return match(search).length > 0
  } catch {
    return true
  }
}

function createPauses() {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxBlockMs) return
    await yieldToEventLoop()
    since = performance.now()
  }
}

/**
 * Assigns each listing to the first search that finds it. Leaves out the student's own listings and those that an
 * earlier email had.
 */
export async function findNewToStudent(
  tx: Db,
  student: Account,
  searches: SavedSearchRow[],
  newListings: NewListings,
): Promise<FoundListings[]> {
  const matched = searches.map((search) => ({
    searchId: search.id,
    listingIds: newListings.get(search.category)?.match(search) ?? [],
  }))
  const ids = new Set(matched.flatMap(({ listingIds }) => listingIds))
  const notMailed = new Set<number>()
  for (const { id, seller_id, email } of await findNotMailed(tx, student.id, [...ids])) {
    if (!hasSameMailbox(student, { id: seller_id, email })) notMailed.add(id)
  }
  // `delete` takes each listing out of the set, so that the next search does not get it too.
  return matched
    .map(({ searchId, listingIds }) => ({
      searchId,
      listingIds: listingIds.filter((id) => notMailed.delete(id)),
    }))
    .filter(({ listingIds }) => listingIds.length > 0)
}
