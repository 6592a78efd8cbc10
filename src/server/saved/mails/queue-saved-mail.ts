import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql from 'sql-template-tag'
import {
  maxSoonMailsPerDay,
  pauseSearchAfterDays,
  type SearchFrequency,
} from '#contract/saved-rules.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'
import { dayMs } from '../../durations.ts'
import { canBeMailed } from '../../students/can-be-mailed.ts'
import { isSuspended } from '../../students/restrictions/standing.ts'
import { lockUser } from '../../students/user-queries.ts'
import { findSavedSearches, type SavedSearchRow } from '../searches/saved-search-queries.ts'
import { raiseSeenRank } from '../skip-old-news.ts'
import { findFavouriteChanges, markKnown } from './favourite-changes.ts'
import { findNewToStudent } from './find-matched-students.ts'
import { findFitsToTell } from './new-fits.ts'
import { insertMailed, isBehind, type NewListings } from './new-listings.ts'
import {
  enqueueSavedMail,
  type FavouriteChange,
  type FoundFits,
  type FoundListings,
  loggedSubject,
  loggedSubjects,
  type SavedMailPayload,
} from './saved-mail-payload.ts'

/**
 * The email shows only a few listings, but this many are stored. They are read again when it is sent, and some may have
 * ended.
 */
const maxNamed = 100

/** The slice is small because its rows are anywhere in the table, and reading them blocks all requests on SQLite. */
const searchesPerSlice = 200

type MailFrequency = Exclude<SearchFrequency, 'off'>

export interface SavedMailRecipient {
  studentId: number
  /** The listings that are new to any search. A run reads them once. */
  newListings: NewListings
  /** The new listings that fit one of the student's own. */
  newFits?: readonly FoundFits[]
}

interface QueueOptions {
  frequency: MailFrequency
  verifyEmail: boolean
}

/**
 * Call it in a transaction. Queues the news and marks it as known. If the student cannot be emailed or wants no email,
 * the news is still marked, so that they do not get it later. News beyond today's limit of emails is not marked, and
 * waits for the next day.
 */
export async function queueSavedMail(
  tx: Db,
  { studentId, newListings, newFits = [] }: SavedMailRecipient,
  { frequency, verifyEmail }: QueueOptions,
  now: number,
): Promise<void> {
  // The lock makes other processes wait, and also the student's own changes.
  const student = await lockUser(tx, studentId)
  if (!student) return
  const isReachable = student.mailSaved && canBeMailed(student, verifyEmail)
  const isDaily = frequency === 'daily'
  const saved = (await findSavedSearches(tx, studentId)).toReversed()
  const toPause = isDaily ? saved.filter((search) => isToPause(search, now)) : []
  await pause(tx, studentId, toPause, { isReachable, now })
  const searches = saved.filter(
    (search) => !toPause.includes(search) && isDue(search, frequency, newListings),
  )
  const wantsFavourites = isDaily && student.mailSaved && student.mailFavourites
  const found = isReachable ? await findNewToStudent(tx, student, searches, newListings) : []
  const { changes, known } = wantsFavourites
    ? await findFavouriteChanges(tx, studentId, now)
    : { changes: [], known: [] }
  const favourites = isReachable ? changes : []
  const told = found.flatMap((each) => each.listingIds)
  const fits = await findFitsToTell(tx, student, newFits, { told, now })
  const mailedFits = isReachable && !isSuspended(student, now) ? fits : []
  if (found.length + favourites.length + mailedFits.length > 0) {
    const payload = toPayload(studentId, found, favourites, mailedFits)
    if (!(await enqueueInDay(tx, payload, frequency, now))) return
  }
  const listingIds = [...told, ...fits.flatMap((each) => each.listingIds)]
  await insertMailed(tx, { studentId, listingIds, now })
  await markKnown(tx, studentId, known)
  for (const [category, { highestRank }] of newListings) {
    const ofCategory = searches.filter((search) => search.category === category)
    const ids = ofCategory.map(({ id }) => id)
    await raiseSeenRank(tx, ids, highestRank)
  }
}

function isDue(search: SavedSearchRow, frequency: MailFrequency, newListings: NewListings) {
  const newInCategory = newListings.get(search.category)
  const isActive = search.frequency === frequency && search.paused_at === null
  return isActive && newInCategory !== undefined && isBehind(search, newInCategory)
}

const toPayload = (
  studentId: number,
  found: FoundListings[],
  favourites: FavouriteChange[],
  fits: FoundFits[],
): SavedMailPayload => ({
  template: 'saved-news',
  subject: loggedSubject({ found: found.length, favourites: favourites.length }),
  userId: studentId,
  found: found.map(({ searchId, listingIds }) => ({
    searchId,
    listingIds: listingIds.slice(0, maxNamed),
    hasMore: listingIds.length > maxNamed,
  })),
  favourites,
  ...(fits.length > 0 && {
    fits: fits.map(({ ownId, listingIds }) => ({
      ownId,
      listingIds: listingIds.slice(0, maxNamed),
    })),
  }),
})

/**
 * Each cause queues one email: one daily email a day, and a limited number of soon ones. Returns false if today's are
 * used up.
 */
async function enqueueInDay(
  tx: Db,
  payload: SavedMailPayload,
  frequency: MailFrequency,
  now: number,
): Promise<boolean> {
  const cause = `${frequency} ${payload.userId} ${campusIsoDate(now)}`
  if (frequency === 'daily') return enqueueSavedMail(tx, payload, cause, now)
  for (let number = 1; number <= maxSoonMailsPerDay; number++) {
    if (await enqueueSavedMail(tx, payload, `${cause} ${number}`, now)) return true
  }
  return false
}

/** Pauses searches. One email a day asks about all of them. */
async function pause(
  tx: Db,
  studentId: number,
  searches: SavedSearchRow[],
  { isReachable, now }: { isReachable: boolean; now: number },
): Promise<void> {
  if (searches.length === 0) return
  const searchIds = searches.map(({ id }) => id)
  await pauseSearches(tx, searchIds, now)
  if (!isReachable) return
  const subject = loggedSubjects.stillLooking
  const payload: SavedMailPayload = {
    template: 'still-looking',
    subject,
    userId: studentId,
    searchIds,
  }
  await enqueueSavedMail(tx, payload, `paused ${studentId} ${campusIsoDate(now)}`, now)
}

const pausedIfWantedBy = (now: number) => now - pauseSearchAfterDays * dayMs

/** Whether the student has not said for a long time that they are still looking. */
const isToPause = (search: SavedSearchRow, now: number): boolean =>
  search.frequency !== 'off' &&
  search.paused_at === null &&
  search.wanted_at <= pausedIfWantedBy(now)

/** Finds the students with a search for which `isToPause` is true. */
export async function findStudentsToPause(db: Db, now: number): Promise<Set<number>> {
  const studentIds = new Set<number>()
  const first = { id: 0, wanted_at: 0 }
  for (let after: typeof first | undefined = first; after; ) {
    const { wanted_at, id } = after
    const rows: (typeof first & { user_id: number })[] = await db.all(sql`
      SELECT id, user_id, wanted_at FROM saved_searches
      WHERE frequency <> 'off' AND paused_at IS NULL
        AND wanted_at >= ${wanted_at} AND wanted_at <= ${pausedIfWantedBy(now)}
        AND (wanted_at > ${wanted_at} OR id > ${id})
      ORDER BY wanted_at, id LIMIT ${searchesPerSlice}`)
    for (const { user_id } of rows) studentIds.add(user_id)
    after = rows.length < searchesPerSlice ? undefined : rows.at(-1)
    await yieldToEventLoop()
  }
  return studentIds
}

async function pauseSearches(tx: Db, searchIds: number[], now: number): Promise<void> {
  await tx.run(sql`
    UPDATE saved_searches SET paused_at = ${now} WHERE ${isOneOf(tx, sql`id`, searchIds)}`)
}
