import sql, { bulk } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { type CategoryId, categories } from '#categories/index.ts'
import type { FigurePoint, Overview } from '#contract/operations.ts'
import {
  cameBackDays,
  type FigureId,
  figureIds,
  shownWeeks,
  soldDays,
} from '#contract/operations-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { engines } from '#tests/support/databases.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { countWeeklyFigures } from './weekly-figures.ts'
import { weekOf } from './weeks.ts'

interface Listing {
  category: CategoryId
  /** The seller among the students, by number. */
  seller: number
  postedAt: number
  soldAt: number | null
}

interface Thread {
  category: CategoryId
  seller: number
  buyer: number
  startedAt: number
  repliedAt: number | null
}

interface Student {
  joinedAt: number
  /** When they logged in, and when their last session was last used. */
  loginAt: number | null
  usedAt: number | null
}

interface Term {
  listings: Listing[]
  threads: Thread[]
  students: Student[]
}

/** A generator of numbers below 1 that are the same in every run. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** Invents 32 weeks. Some weeks have hardly anything, so that some groups are too small. */
function inventTerms(now: number): Term {
  const random = createRandom(7)
  const between = (low: number, high: number) => Math.floor(low + random() * (high - low))
  const before = () => now - Math.floor(random() ** 1.5 * 32 * 7 * dayMs)
  const category = () => categories[between(0, categories.length)]?.id ?? 'misc'
  const sometimes = (share: number, at: () => number) => {
    const time = at()
    return random() < share && time <= now ? time : null
  }
  /** Few students do most of it, so that some groups have enough things and too few students. */
  const someone = (first: number) => first + Math.floor(random() ** 3 * 60)
  const repeat = <Item>(count: number, create: () => Item) => Array.from({ length: count }, create)
  return {
    listings: repeat(500, () => {
      const postedAt = before()
      const soldAt = sometimes(0.6, () => postedAt + between(hourMs, 25 * dayMs))
      return { category: category(), seller: someone(0), postedAt, soldAt }
    }),
    threads: repeat(400, () => {
      const startedAt = before()
      const repliedAt = sometimes(0.8, () => startedAt + between(minuteMs, 40 * hourMs))
      const people = { seller: someone(0), buyer: someone(100) }
      return { category: category(), ...people, startedAt, repliedAt }
    }).toSorted((a, b) => a.startedAt - b.startedAt),
    students: repeat(300, () => {
      const joinedAt = before()
      const usedAt = sometimes(0.5, () => joinedAt + between(0, 60 * dayMs))
      return { joinedAt, usedAt, loginAt: sometimes(0.3, () => joinedAt + between(0, 60 * dayMs)) }
    }).toSorted((a, b) => a.joinedAt - b.joinedAt),
  }
}

async function insertTerms(db: Db, { listings, threads, students }: Term) {
  await db.run(sql`
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    VALUES ${bulk(students.map(({ joinedAt }, index) => ['S', 'Lee', `s${index}@campus.example`, '', joinedAt]))}`)
  const ids = await db.all<{ id: number }>(sql`
    SELECT id FROM users WHERE email LIKE '%@campus.example' ORDER BY id`)
  // Newer listings have a higher rank, and some old ones were renewed.
  const byTime = listings.toSorted((a, b) => a.postedAt - b.postedAt)
  const renewed = byTime.filter((_, index) => index % 10 === 0)
  const ranked = [...byTime.filter((listing) => !renewed.includes(listing)), ...renewed]
  const newest = Math.max(...listings.map(({ postedAt }) => postedAt))
  await db.run(sql`
    INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at, status, status_changed_at, ranked_at, rank)
    VALUES ${bulk(
      ranked.map((listing, index) => [
        ...[listing.category, ids[listing.seller]?.id, 'Lamp', 100, '', '{}', '[]', ''],
        ...[listing.postedAt, listing.postedAt, listing.soldAt ? 'sold' : 'available'],
        ...[listing.soldAt ?? listing.postedAt],
        ...[renewed.includes(listing) ? newest : listing.postedAt, 1_000 + index],
      ]),
    )}`)
  await db.run(sql`
    INSERT INTO threads (category, listing_id, title, created_at, last_message_at, expires_at)
    VALUES ${bulk(threads.map(({ category, startedAt }) => [category, 1, '', startedAt, startedAt, startedAt]))}`)
  const threadIds = await db.all<{ id: number }>(sql`SELECT id FROM threads ORDER BY id`)
  const members = threads.flatMap(({ seller, buyer }, index) =>
    [seller, buyer].map((student, isBuyer) => [
      ...[threadIds[index]?.id, isBuyer, ids[student]?.id, 1_000_000 + index, 0],
    ]),
  )
  await db.run(sql`
    INSERT INTO thread_members (thread_id, is_buyer, user_id, listing_id, last_message_id)
    VALUES ${bulk(members)}`)
  const messages = threads.flatMap(({ startedAt, repliedAt }, index) => {
    const id = threadIds[index]?.id
    const replies = repliedAt === null ? [] : [repliedAt, repliedAt + minuteMs]
    return [
      [id, 1, 'first', 'Hello', startedAt],
      ...replies.map((time, reply) => [id, 0, `reply ${reply}`, 'Yes', time]),
    ]
  })
  await db.run(sql`
    INSERT INTO messages (thread_id, is_from_buyer, client_id, body, created_at)
    VALUES ${bulk(messages)}`)
  const sessions = students.flatMap(({ joinedAt, usedAt }, index) =>
    usedAt === null
      ? []
      : [[`s ${index}`, ids[index]?.id, 'secret', joinedAt, joinedAt, usedAt, usedAt]],
  )
  await db.run(sql`
    INSERT INTO sessions (selector_hash, user_id, secret_hash, rotated_at, created_at, refreshed_at,
      last_used_at)
    VALUES ${bulk(sessions)}`)
  const logins = students.flatMap(({ loginAt }, index) =>
    loginAt === null ? [] : [[ids[index]?.id, 'login', 'network', loginAt]],
  )
  await db.run(sql`
    INSERT INTO security_events (user_id, kind, network_hash, created_at) VALUES ${bulk(logins)}`)
}

const campusDays = new Map<number, string>()
const formatter = new Intl.DateTimeFormat('en-CA', { timeZone: campus.timeZone })

const campusDay = (time: number) =>
  campusDays.getOrInsertComputed(time, () => formatter.format(time))

const mondays = new Map<string, string>()
const mondayOfDay = (day: string) => mondays.getOrInsertComputed(day, findMonday)

/** Goes back day by day until Monday. */
function findMonday(day: string): string {
  for (let time = Date.parse(day); ; time -= dayMs) {
    if (new Date(time).getUTCDay() === 1) return new Date(time).toISOString().slice(0, 10)
  }
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The things and the students behind them, for all that a figure counts and for the part that a percentage is about. */
interface Counted {
  whole: number
  part: number
  /** The students behind the part and behind the rest. */
  partPeople: number
  restPeople: number
}

/** Of conversations, both sellers and buyers have to be three. */
const countPeople = (things: readonly object[]): number => {
  const idsOf = (name: string) =>
    things.flatMap((thing) => (name in thing ? [thing[name as keyof typeof thing]] : []))
  const sides = ['seller', 'buyer', 'number'].map((name) => new Set(idsOf(name)).size)
  return Math.min(...sides.filter((size) => size > 0 || things.length === 0))
}

const toCounted = <Thing extends object>(all: readonly Thing[], some: readonly Thing[]) => ({
  whole: all.length,
  part: some.length,
  partPeople: countPeople(some),
  restPeople: countPeople(all.filter((thing) => !some.includes(thing))),
})

/** Counts in the slow, obvious way: by looking at everything for each week. */
function countNaively(term: Term, { figure, monday, category }: NaiveContext): Counted {
  const isInWeek = (time: number) => mondayOfDay(campusDay(time)) === monday
  const isInCategory = (item: { category: CategoryId }) =>
    category === null || item.category === category
  const listings = term.listings.filter((each) => isInWeek(each.postedAt) && isInCategory(each))
  const threads = term.threads.filter((each) => isInWeek(each.startedAt) && isInCategory(each))
  const students = term.students
    .map((student, number) => ({ ...student, number }))
    .filter(({ joinedAt }) => isInWeek(joinedAt))
  switch (figure) {
    case 'listings':
      return toCounted(listings, listings)
    case 'answered': {
      const answered = threads.filter(
        ({ startedAt, repliedAt }) => repliedAt !== null && repliedAt - startedAt <= dayMs,
      )
      return toCounted(threads, answered)
    }
    case 'sold': {
      const sold = listings.filter(
        ({ postedAt, soldAt }) => soldAt !== null && soldAt - postedAt <= soldDays * dayMs,
      )
      return toCounted(listings, sold)
    }
    case 'cameBack': {
      const returned = students.filter(({ joinedAt, loginAt, usedAt }) => {
        const days = (time: number | null) => (time === null ? 0 : (time - joinedAt) / dayMs)
        // Their session began when they joined. It would have ended after 14 days without use.
        return (days(loginAt) >= 1 && days(loginAt) <= cameBackDays) || days(usedAt) >= 1
      })
      return toCounted(students, returned)
    }
    default:
      throw new Error(`${figure} is no count.`)
  }
}

const isTooSmall = ({ whole, part, partPeople, restPeople }: Counted) =>
  (part > 0 && partPeople < 3) || (whole > part && restPeople < 3)

/**
 * Adds up what is hidden, as somebody would who subtracts what is shown from the total. The same students may be in several
 * categories.
 */
const addUp = (some: readonly Counted[]): Counted => ({
  whole: some.reduce((sum, { whole }) => sum + whole, 0),
  part: some.reduce((sum, { part }) => sum + part, 0),
  partPeople: Math.max(0, ...some.map(({ partPeople }) => partPeople)),
  restPeople: Math.max(0, ...some.map(({ restPeople }) => restPeople)),
})

/** Hides one category after the other until nobody can compute a small number. */
function findHiddenNaively(term: Term, context: NaiveContext): Set<string | null> {
  const { figure } = context
  if (figure === 'cameBack') {
    return new Set(isTooSmall(countNaively(term, { ...context, category: null })) ? [null] : [])
  }
  const before =
    figure === 'sold' ? findHiddenNaively(term, { ...context, figure: 'listings' }) : []
  const hidden = new Set<string | null>(before)
  const count = (category: string | null) => countNaively(term, { ...context, category })
  const present = categories.map(({ id }) => id as string).filter((id) => count(id).whole > 0)
  for (const id of present) if (isTooSmall(count(id))) hidden.add(id)
  if (isTooSmall(count(null))) hidden.add(null)
  for (;;) {
    const some = present.filter((id) => hidden.has(id))
    const rest = addUp(some.map(count))
    const isSafe = some.length > 1 && !isTooSmall(rest) && rest.whole > some.length
    if (some.length === 0 || isSafe) return hidden
    const shown = present.filter((id) => !hidden.has(id))
    const [smallest] = shown.toSorted((a, b) => count(a).whole - count(b).whole)
    if (smallest === undefined) return hidden.add(null)
    hidden.add(smallest)
  }
}

/** Computes the point that the page shows. */
function computeNaively(term: Term, context: NaiveContext): FigurePoint {
  const { figure, monday, category, now } = context
  if (figure === 'reply') return computeReply(term, context)
  const days = { listings: -7, answered: 1, sold: soldDays, cameBack: cameBackDays }[figure]
  const { whole, part } = countNaively(term, context)
  const isEarly = campusDay(now) < addDays(monday, 7 + days)
  if (isEarly || findHiddenNaively(term, context).has(category)) return null
  if (figure === 'listings') return { value: whole, of: null }
  return whole < 3 ? null : { value: Math.round((100 * part) / whole), of: whole }
}

function computeReply(term: Term, { monday, category }: NaiveContext): FigurePoint {
  const answered = term.threads
    .filter((thread) => mondayOfDay(campusDay(thread.startedAt)) === monday)
    .filter((thread) => category === null || thread.category === category)
    .filter(({ repliedAt }) => repliedAt !== null)
  const waits = answered
    .flatMap(({ startedAt, repliedAt }) => (repliedAt === null ? [] : [repliedAt - startedAt]))
    .toSorted((a, b) => a - b)
  const middle = [waits[Math.ceil(waits.length / 2) - 1], waits[Math.floor(waits.length / 2)]]
  if (countPeople(answered) < 3) return null
  const hours = ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2 / hourMs
  return { value: Math.round(10 * hours) / 10, of: null }
}

interface NaiveContext {
  figure: FigureId
  monday: string
  category: string | null
  now: number
}

/** Counts as a site that has counted its students for two years. */
async function countSince(db: Db, now: number) {
  await db.run(sql`
    INSERT INTO weekly_figures (week, name, category, value)
    VALUES (${weekOf(now) - 104}, 'joined', '', 0)`)
  await countWeeklyFigures(db, now)
}

describe.each(engines)('the figures of a term on %s', { timeout: 60_000 }, (engine) => {
  async function open() {
    const { db, eve, ada, clock } = await openModerationSite(engine)
    const read = async () => (await eve.get(apiPaths.overview)).body as unknown as Overview
    return { db, ada, clock, read }
  }

  it('are those of a slow, obvious computation', async () => {
    const { db, clock, read } = await open()
    const term = inventTerms(clock.now)
    await insertTerms(db, term)
    await countSince(db, clock.now)
    const { students } = await read()
    const thisMonday = mondayOfDay(campusDay(clock.now))
    expect(students.weeks).toEqual(
      Array.from({ length: shownWeeks }, (_, index) =>
        addDays(thisMonday, 7 * (index - shownWeeks + 1)),
      ),
    )
    const termAgo = addDays(thisMonday, -7 * (1 + Math.round(52 / campus.terms.length)))
    const all = [null, ...categories.map(({ id }) => id)]
    const expected = figureIds.flatMap((figure) =>
      (figure === 'cameBack' ? [null] : all).map((category) => {
        const compute = (monday: string) =>
          computeNaively(term, { figure, category, monday, now: clock.now })
        return { figure, category, points: students.weeks.map(compute), termAgo: compute(termAgo) }
      }),
    )
    expect(students.rows).toEqual(expected)
    // The invented term has both points and gaps in every figure, so that equal rows mean something.
    for (const figure of figureIds) {
      const points = students.rows.flatMap((row) => (row.figure === figure ? row.points : []))
      expect(new Set(points.map((point) => point === null))).toEqual(new Set([true, false]))
    }
    // Whoever subtracts what is shown from a total finds no group of one or two.
    let subtracted = 0
    for (const figure of ['listings', 'answered', 'sold'] as const) {
      const rows = students.rows.filter((row) => row.figure === figure)
      for (const [index, monday] of students.weeks.entries()) {
        const hidden = rows.filter(({ category, points }) => category !== null && !points[index])
        const isTotalShown = rows.some(({ category, points }) => !category && points[index])
        if (!isTotalShown) continue
        // What is left is known exactly here, with the students who are in several categories.
        const things = {
          ...term,
          listings: term.listings.filter((each) =>
            hidden.some((row) => row.category === each.category),
          ),
          threads: term.threads.filter((each) =>
            hidden.some((row) => row.category === each.category),
          ),
        }
        const left = countNaively(things, { figure, monday, category: null, now: clock.now })
        expect([figure, monday, isTooSmall(left)]).toEqual([figure, monday, false])
        subtracted += left.whole > 0 ? 1 : 0
      }
    }
    expect(subtracted).toBeGreaterThan(0)
  })

  it('do not show with two reads what one student did in between', async () => {
    const { db, clock, read } = await open()
    const term = inventTerms(clock.now)
    await insertTerms(db, term)
    await countSince(db, clock.now)
    const ids = await db.all<{ id: number }>(sql`SELECT id FROM users ORDER BY id LIMIT 9`)
    const save = (student: number, query: string, pausedAt: number | null = null) =>
      db.run(sql`
        INSERT INTO saved_searches
          (user_id, category, query, frequency, seen_rank, created_at, wanted_at, paused_at)
        VALUES (${ids[student]?.id}, 'misc', ${query}, 'daily', 0, 0, 0, ${pausedAt})`)
    // Nine searches of one student are one student.
    for (const letter of 'abcdefghi') await save(0, `q=${letter}`)
    await countWeeklyFigures(db, clock.now)
    expect((await read()).students.savedSearches).toEqual([])
    for (const student of [1, 2, 3, 4, 5, 6]) await save(student, 'q=a')
    // Paused searches are not looked for, so they do not count.
    for (const student of [7, 8]) await save(student, 'q=b', clock.now)
    await countWeeklyFigures(db, clock.now)
    const before = (await read()).students
    expect(before.savedSearches).toContainEqual({ category: null, unmatched: 6, of: 6 })
    // One more student saves a search.
    await save(7, 'q=h')
    await countWeeklyFigures(db, clock.now)
    expect((await read()).students).toEqual(before)
    // A category whose last search is gone keeps no number of an earlier night.
    await db.run(sql`DELETE FROM saved_searches`)
    await countWeeklyFigures(db, clock.now)
    expect((await read()).students.savedSearches).toEqual([])
  })

  it('say nothing about who came back before anybody could know', async () => {
    const { db, clock, read } = await open()
    await insertTerms(db, inventTerms(clock.now))
    for (const hours of [0, 24]) {
      await countWeeklyFigures(db, clock.now + hours * hourMs)
      const { students } = await read()
      const [row] = students.rows.filter(({ figure }) => figure === 'cameBack')
      expect(row?.points.every((point) => point === null)).toBe(true)
    }
    const first = await db.get<{ week: number }>(
      sql`SELECT min(week) AS week FROM weekly_figures WHERE name = 'joined'`,
    )
    expect(first?.week).toBe(weekOf(clock.now - cameBackDays * dayMs) + 1)
  })

  it('stay when listings and conversations are deleted, and are not counted twice', async () => {
    const { db, clock, read } = await open()
    await insertTerms(db, inventTerms(clock.now))
    await countSince(db, clock.now)
    const before = await read()
    await db.run(sql`DELETE FROM listings`)
    await db.run(sql`DELETE FROM sessions WHERE selector_hash LIKE 's %'`)
    await countWeeklyFigures(db, clock.now + hourMs)
    expect((await read()).students.rows).toEqual(before.students.rows)
  })
})
