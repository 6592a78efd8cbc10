import { categoryById, isForConfirmed } from '#categories/index.ts'
import type { RequestUser } from '#contract/accounts.ts'
import type { Home } from '#contract/home.ts'
import type { Listing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import type { Db } from '../database/database.ts'
import { toIso } from '../durations.ts'
import { findListingRows, type ListingRow } from '../listings/listing-queries.ts'
import { presentListing, type SellerNames } from '../listings/present-listing.ts'
import { studentName, threadTitle } from '../messages/present-thread.ts'
import { findUnreadThreads, type ThreadRow } from '../messages/thread-queries.ts'
import { mayReadStudentListings } from '../policies.ts'
import { toSearchCriteria } from '../saved/searches/listing-index.ts'
import { presentSavedSearch } from '../saved/searches/save-search.ts'
import { findSavedSearches, type SavedSearchRow } from '../saved/searches/saved-search-queries.ts'
import { findHomeRows, type HomePart, type HomeRow, maxCounted } from './home-queries.ts'

/** How many searches are looked up, of those that the student saved last. */
const maxSearches = 10
/** How many lines and how many cards a part has at most. */
const maxLines = 3
const maxCards = 4
const maxFresh = 8

interface Reader {
  student: Pick<RequestUser, 'id' | 'confirmation' | 'suspension' | 'unread'>
  names: SellerNames
  now: number
}

interface HomeItem {
  category: Listing['category']
  listing: Listing
}

/** The feed, with listings that are not translated yet. */
type HomeOfListings = Omit<Home, 'matches' | 'price_drops' | 'fresh'> &
  Record<'matches' | 'price_drops' | 'fresh', HomeItem[]>

/** Reads the feed with three statements, and a fourth for a student with unread messages. */
export async function readHome(db: Db, { student, names, now }: Reader): Promise<HomeOfListings> {
  const mayRead = (category: Listing['category']) =>
    mayReadStudentListings(student) || !isForConfirmed(categoryById[category])
  const saved = (await findSavedSearches(db, student.id))
    .filter(({ category, paused_at }) => paused_at === null && mayRead(category))
    .slice(0, maxSearches)
  const searches = saved.flatMap(({ id, category, query, created_at }) => {
    const criteria = toSearchCriteria(categoryById[category], query, now)
    return criteria ? [{ id, savedAt: created_at, criteria: { ...criteria, category } }] : []
  })
  const found = await findHomeRows(db, { studentId: student.id, searches, now })
  const threads = student.unread
    ? await findUnreadThreads(db, student.id, { limit: maxLines, now })
    : []
  const rows = await findListingRows(db, [
    ...found.map(({ id }) => id),
    ...threads.map(({ listing_id }) => listing_id),
  ])

  const shown = new Set<number>()
  /** Takes the first listings of a part that are still listed and that no part above has. */
  const take = (part: HomePart, limit = maxCards): HomeItem[] => {
    const items = found
      .filter((row) => row.part === part && !shown.has(row.id))
      .flatMap(({ id }) => rows.get(id) ?? [])
      .filter((row) => mayRead(row.category) && row.seller_id !== student.id)
      .map((row) => presentListing(row, now, names))
      .filter(({ status }) => isListed(status))
    const unique = [...new Map(items.map((listing) => [listing.id, listing])).values()]
    const taken = unique.slice(0, limit)
    for (const { id } of taken) shown.add(id)
    return taken.map((listing) => ({ category: listing.category, listing }))
  }
  return {
    unread: threads.map((thread) => presentUnread(thread, rows.get(thread.listing_id))),
    ending: found
      .filter(({ part }) => part === 'ending')
      .flatMap(({ id }) => rows.get(id) ?? [])
      .map(({ category, id, title, ends_at }) => ({
        category,
        id,
        title,
        ends_at: toIso(ends_at),
      })),
    searches: saved.flatMap((search) => presentSearch(search, found)).slice(0, maxLines),
    matches: take('match'),
    price_drops: take('drop'),
    fresh: take('fresh', maxFresh),
  }
}

function presentSearch(row: SavedSearchRow, found: HomeRow[]): Home['searches'] {
  const count = found.filter(({ part, search }) => part === 'match' && search === row.id).length
  if (count === 0) return []
  const { id, category, query, label } = presentSavedSearch(row)
  const more = count > maxCounted
  return [{ id, category, query, label, count: Math.min(count, maxCounted), more }]
}

function presentUnread(thread: ThreadRow, listing: ListingRow | undefined): Home['unread'][number] {
  const { id, unread, other_first_name: first_name, other_last_name: last_name } = thread
  return {
    id,
    name: studentName({ first_name, last_name }),
    title: threadTitle(thread, listing),
    unread,
  }
}
