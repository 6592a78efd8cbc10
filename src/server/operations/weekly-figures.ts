import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { type CategoryId, categories } from '#categories/index.ts'
import { cameBackDays, neverMatchedDays, soldDays } from '#contract/operations-rules.ts'
import { nextCampusHour } from '#format/campus-date.ts'
import type { Db } from '../database/database.ts'
import { isOneOf } from '../database/sql-fragments.ts'
import { dayMs, minuteMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { countEmptySearches } from '../listings/search/empty-searches.ts'
import { storeFigures } from './figure-queries.ts'
import { createTally, type Tally } from './weekly-tally.ts'
import { weekOf } from './weeks.ts'

/** A student who joined on a Sunday may come back five weeks later, so the figures of a week settle slowly. */
const recountedWeeks = 7

/** How far the first count looks back: a term ago and the weeks that the page shows before it. */
const firstWeeks = 60

/** The size of a slice. SQLite blocks all requests while it reads one. */
const sliceSize = 200

const countingHour = 3

/** Counts the figures of the last weeks every night. */
export const weeklyFigures: JobKind = {
  name: 'weekly-figures',
  delivery: 'at-least-once',
  isInterruptible: true,
  nextRunAt: (now) => nextCampusHour(now, countingHour),
  firstRunDelayMs: minuteMs,
  async run({ db, now, signal }) {
    await countWeeklyFigures(db, now(), signal)
    await countEmptySearches(db, now(), signal)
  },
}

export async function countWeeklyFigures(
  db: Db,
  now: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const thisWeek = weekOf(now)
  const newest = await db.get<{ week: number | null }>(
    // Earlier versions did not count the sellers. Their weeks are counted again.
    sql`SELECT max(week) AS week FROM weekly_figures WHERE name = 'listing_sellers'`,
  )
  const counted = newest?.week ?? thisWeek - firstWeeks
  const firstWeek = Math.min(thisWeek - recountedWeeks + 1, counted)
  const tally = createTally()
  const context = { firstWeek, now, signal }
  await countListings(db, tally, context)
  await countThreads(db, tally, context)
  await countStudents(db, tally, { ...context, firstWeek: await findFirstJoined(db, context) })
  await countSavedSearches(db, tally, context)
  // Weeks in which nothing happened have a zero, so that the page can tell them from weeks that were not counted.
  for (let week = firstWeek; week <= thisWeek; week++) {
    tally.add(week, 'listings', '', 0)
    tally.addPeople(week, 'listing_sellers', '', null)
  }
  await storeFigures(db, await tally.figures())
}

interface CountContext {
  firstWeek: number
  now: number
  signal: AbortSignal
}

/**
 * Reads rows from the newest to the oldest, in slices that let requests through. `isOld` says of a row that it and all
 * rows after it are too old.
 */
async function readBackwards<Row>(
  readSlice: (below: number) => Promise<Row[]>,
  {
    keyOf,
    isOld,
    signal,
  }: { keyOf: (row: Row) => number; isOld: (row: Row) => boolean } & Pick<CountContext, 'signal'>,
  count: (rows: Row[]) => void,
) {
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    signal.throwIfAborted()
    const rows = await readSlice(below)
    count(rows)
    const last = rows.at(-1)
    if (!last || rows.length < sliceSize || isOld(last)) return
    below = keyOf(last)
    await yieldToEventLoop()
  }
}

/** A rank is at least as new as its listing, so the newest ranks lead to all listings of the last weeks. */
async function countListings(db: Db, tally: Tally, { firstWeek, now, signal }: CountContext) {
  interface Row {
    rank: number
    ranked_at: number
    category: CategoryId
    seller_id: number
    posted_at: number
    status: string
    status_changed_at: number
  }
  await readBackwards<Row>(
    (below) =>
      db.all<Row>(sql`
        SELECT rank, ranked_at, category, seller_id, posted_at, status, status_changed_at
        FROM listings
        WHERE rank < ${below} ORDER BY rank DESC LIMIT ${sliceSize}`),
    { keyOf: ({ rank }) => rank, isOld: (row) => weekOf(row.ranked_at) < firstWeek, signal },
    (rows) => {
      for (const { category, seller_id, posted_at, status, status_changed_at } of rows) {
        const week = weekOf(posted_at)
        if (week < firstWeek || !isKnown(category)) continue
        tally.addIn(week, 'listings', category)
        tally.addPeople(week, 'listing_sellers', category, seller_id)
        const until = posted_at + soldDays * dayMs
        if (status === 'sold' && status_changed_at <= until) {
          tally.addIn(week, 'sold', category)
          tally.addPeople(week, 'sold_sellers', category, seller_id)
        } else if (until < now) tally.addPeople(week, 'unsold_sellers', category, seller_id)
      }
    },
  )
}

const isKnown = (category: CategoryId) => categories.some(({ id }) => id === category)

async function countThreads(db: Db, tally: Tally, { firstWeek, now, signal }: CountContext) {
  interface Row {
    id: number
    category: CategoryId
    created_at: number
    replied_at: number | null
    seller_id: number | null
    buyer_id: number | null
  }
  const memberOf = (isBuyer: 0 | 1) => sql`(
    SELECT user_id FROM thread_members
    WHERE thread_members.thread_id = threads.id AND is_buyer = ${isBuyer})`
  await readBackwards<Row>(
    (below) =>
      db.all<Row>(sql`
        SELECT id, category, created_at, (
          SELECT messages.created_at FROM messages
          WHERE thread_id = threads.id AND is_from_buyer = 0 ORDER BY messages.id LIMIT 1
        ) AS replied_at, ${memberOf(0)} AS seller_id, ${memberOf(1)} AS buyer_id
        FROM threads WHERE id < ${below} ORDER BY id DESC LIMIT ${sliceSize}`),
    { keyOf: ({ id }) => id, isOld: (row) => weekOf(row.created_at) < firstWeek, signal },
    (rows) => {
      for (const { category, created_at, replied_at, seller_id, buyer_id } of rows) {
        const week = weekOf(created_at)
        if (week < firstWeek || !isKnown(category)) continue
        tally.addIn(week, 'threads', category)
        const people = [seller_id, buyer_id]
        const until = created_at + dayMs
        if (replied_at !== null && replied_at <= until) {
          tally.addIn(week, 'answered', category)
          tally.addPeople(week, 'answered_people', category, ...people)
        } else if (until < now) tally.addPeople(week, 'unanswered_people', category, ...people)
        if (replied_at === null) continue
        tally.addReply(week, category, replied_at - created_at)
        tally.addPeople(week, 'replied_people', category, ...people)
      }
    },
  )
}

/**
 * Returns the first week whose students are counted. Sessions and logins are kept for about a month, so the first count
 * knows who came back only of those who joined since. Later counts must not add the weeks before.
 */
async function findFirstJoined(db: Db, { firstWeek, now }: CountContext): Promise<number> {
  const first = await db.get<{ week: number | null }>(
    sql`SELECT min(week) AS week FROM weekly_figures WHERE name = 'joined'`,
  )
  return Math.max(firstWeek, first?.week ?? weekOf(now - cameBackDays * dayMs) + 1)
}

/**
 * Counts who joined, and who used the site again a day or more later. A session knows its start and its last use, and
 * the security events remember logins whose session has ended.
 */
async function countStudents(db: Db, tally: Tally, { firstWeek, now, signal }: CountContext) {
  for (let week = firstWeek; week <= weekOf(now); week++) tally.add(week, 'joined', '', 0)
  interface Row {
    id: number
    created_at: number
    is_sample: number
  }
  const returned = new Set<number>()
  await readBackwards<Row>(
    async (below) => {
      const rows = await db.all<Row>(sql`
        SELECT id, created_at, is_sample FROM users WHERE id < ${below}
        ORDER BY id DESC LIMIT ${sliceSize}`)
      for (const { id } of await findReturned(db, rows)) returned.add(id)
      return rows
    },
    { keyOf: ({ id }) => id, isOld: (row) => weekOf(row.created_at) < firstWeek, signal },
    (rows) => {
      for (const { id, created_at, is_sample } of rows) {
        const week = weekOf(created_at)
        if (week < firstWeek || is_sample) continue
        tally.add(week, 'joined', '')
        if (returned.has(id)) tally.add(week, 'came_back', '')
      }
    },
  )
}

/**
 * A session that began in time and was used later than that counts, too: it ends after 14 days without use, so it was used
 * in between.
 */
function findReturned(db: Db, students: readonly { id: number }[]) {
  const [first, last] = [
    sql`users.created_at + ${dayMs}`,
    sql`users.created_at + ${cameBackDays * dayMs}`,
  ]
  return db.all<{ id: number }>(sql`
    SELECT id FROM users WHERE ${isOneOf(
      db,
      sql`id`,
      students.map(({ id }) => id),
    )}
      AND (EXISTS (SELECT 1 FROM sessions WHERE user_id = users.id
          AND sessions.created_at <= ${last} AND sessions.last_used_at >= ${first})
        OR EXISTS (SELECT 1 FROM security_events WHERE user_id = users.id AND kind = 'login'
          AND security_events.created_at BETWEEN ${first} AND ${last}))`)
}

/** Counts students and not searches, so that three are three students. */
async function countSavedSearches(db: Db, tally: Tally, { now, signal }: CountContext) {
  const week = weekOf(now)
  interface Row {
    id: number
    user_id: number
    category: CategoryId
    is_unmatched: number
  }
  const students = new Map(
    ['' as const, ...categories.map(({ id }) => id)].map((category) => [
      category,
      { searchers: new Set<number>(), unmatched: new Set<number>() },
    ]),
  )
  const before = now - neverMatchedDays * dayMs
  await readBackwards<Row>(
    (below) =>
      db.all<Row>(sql`
        SELECT id, user_id, category, CASE WHEN matched_at IS NULL THEN 1 ELSE 0 END AS is_unmatched
        FROM saved_searches
        WHERE id < ${below} AND frequency <> 'off' AND paused_at IS NULL
          AND created_at <= ${before}
        ORDER BY id DESC LIMIT ${sliceSize}`),
    { keyOf: ({ id }) => id, isOld: () => false, signal },
    (rows) => {
      for (const { user_id, category, is_unmatched } of rows) {
        if (!isKnown(category)) continue
        for (const each of [category, ''] as const) {
          students.get(each)?.searchers.add(user_id)
          if (is_unmatched) students.get(each)?.unmatched.add(user_id)
        }
      }
    },
  )
  // A category whose last search was deleted gets a zero, so that it does not keep the number of an earlier night.
  for (const [category, { searchers, unmatched }] of students) {
    tally.add(week, 'searchers', category, searchers.size)
    tally.add(week, 'unmatched_searchers', category, unmatched.size)
  }
}
