import { createHash, randomBytes } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import sql, { bulk, join } from 'sql-template-tag'
import { z } from 'zod'
import { categories } from '#categories/index.ts'
import { emptySearchDays, minGroupSize } from '#contract/operations-rules.ts'
import { campusDayNumber } from '#format/campus-date.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { secondMs } from '../../durations.ts'
import { getDaySalt } from '../../visits/view-queries.ts'
import { hasMatches } from './list-listings.ts'
import { tokenize } from './search-terms.ts'

/**
 * How long a search waits before it is written. Every search waits for the same time, in whichever process, so what was
 * typed first is written first.
 */
const waitMs = 10 * secondMs
const maxWaiting = 1_000
/** How many searches of a student a process stores in a day, so that nobody can fill the table. */
const maxPerStudent = 100
const maxWords = 5
const minWordLength = 3

/** A part of a text that may be an email address or a link. No word of it is stored. */
const addressLike = /\S*[@/]\S*|\S+\.\S+/g

/** Returns the words of a search that may be stored: no digits, no addresses, nothing very short. */
export function storedWords(q: string): string[] {
  return tokenize(q.replaceAll(addressLike, ' '))
    .filter((word) => word.length >= minWordLength && !/\p{N}/u.test(word))
    .slice(0, maxWords)
}

interface Search {
  q: string
  studentId: number
  searchedAt: number
}

interface EmptySearchesDeps {
  db: Db
  log: Pick<FastifyBaseLogger, 'warn'>
}

export type EmptySearches = ReturnType<typeof createEmptySearches>

/**
 * Remembers which words students searched for and did not find. A list that found nothing says little: another category
 * may have it, and another process may have answered for that. So the words wait, and then the database is asked.
 */
export function createEmptySearches({ db, log }: EmptySearchesDeps) {
  const waiting = new Map<string, Search & { until: number }>()
  const today = { day: 0, searches: new Map<number, number>() }
  let timer: NodeJS.Timeout | undefined

  function startTimer() {
    const [next] = waiting.values()
    if (next) timer ??= setTimeout(() => flush(Date.now()), next.until - Date.now()).unref()
  }

  /** Writes the searches that have waited until this time, or all of them. */
  async function flush(until = Number.POSITIVE_INFINITY) {
    clearTimeout(timer)
    timer = undefined
    const due = [...waiting].filter(([, search]) => search.until <= until)
    for (const [key] of due) waiting.delete(key)
    startTimer()
    try {
      await storeEmptySearches(
        db,
        due.map(([, search]) => search),
      )
    } catch (error) {
      log.warn({ err: error }, 'empty searches not written')
    }
  }

  return {
    /** Adds a search that found nothing in one category. */
    add(search: Search) {
      const key = `${search.studentId} ${search.q.trim().toLowerCase()}`
      if (waiting.has(key) || waiting.size >= maxWaiting) return
      const day = campusDayNumber(search.searchedAt)
      if (day !== today.day) Object.assign(today, { day, searches: new Map() })
      const searches = today.searches.get(search.studentId) ?? 0
      if (searches >= maxPerStudent) return
      today.searches.set(search.studentId, searches + 1)
      waiting.set(key, { ...search, until: Date.now() + waitMs })
      startTimer()
    },
    flush: () => flush(),
  }
}

/** Returns the words for which no category lists anything, whatever its filters. */
async function findUnlisted(db: Db, words: ReadonlySet<string>): Promise<Set<string>> {
  const unlisted = new Set<string>()
  for (const word of words) {
    let isListed = false
    for (const category of categories) isListed ||= await hasMatches(db, category, word)
    if (!isListed) unlisted.add(word)
    await yieldToEventLoop()
  }
  return unlisted
}

/** The salt is deleted after the day, so the hashes of two days cannot be compared, and nobody can compute one again. */
async function storeEmptySearches(db: Db, searches: readonly Search[]) {
  const typed = searches.map((search) => ({ ...search, words: storedWords(search.q) }))
  const unlisted = await findUnlisted(db, new Set(typed.flatMap(({ words }) => words)))
  for (const { words, ...search } of typed) {
    const found = words.filter((word) => unlisted.has(word))
    if (found.length > 0) await db.transaction((tx) => storeWords(tx, found, search))
    // On SQLite, awaiting a query does not let other requests run.
    await yieldToEventLoop()
  }
}

async function storeWords(
  tx: Db,
  words: readonly string[],
  { studentId, searchedAt }: Omit<Search, 'q'>,
) {
  const day = campusDayNumber(searchedAt)
  const salt = await getDaySalt(tx, day, randomBytes(18).toString('base64url'))
  const hash = (word: string) =>
    createHash('sha256').update(`${salt} search ${word} ${studentId}`).digest('base64url')
  const rows = words.toSorted().map((word) => [day, word, hash(word)])
  await tx.run(sql`
    INSERT INTO empty_searches (day, word, searcher) VALUES ${bulk(rows)} ON CONFLICT DO NOTHING`)
  // The page searches while the student types, so the beginnings of a word arrive before it. They are no words.
  const beginnings = words.flatMap((word) =>
    Array.from({ length: word.length - minWordLength }, (_, index) =>
      word.slice(0, minWordLength + index),
    ),
  )
  if (beginnings.length === 0) return
  await tx.run(sql`
    DELETE FROM empty_searches
    WHERE day = ${day} AND word IN (${join(beginnings)})
      AND searcher IN (${join(beginnings.map(hash))})`)
}

const wordCount = z.array(z.object({ word: z.string(), searches: z.int() }))

/** The row of `site_state` with the words that the page shows. */
const stateName = 'empty-searches'
const shownWords = 20

/**
 * Counts every night which words found nothing, the most frequent first, one day after the other. Hashes of two days may
 * be of the same student, so a word counts as typed by three students only if they typed it on the same day. Other days
 * are not added, and today is not counted before it is over: the difference of two nights would be one student.
 */
export async function countEmptySearches(db: Db, now: number, signal: AbortSignal): Promise<void> {
  const today = campusDayNumber(now)
  const words = new Map<string, number>()
  for (let day = today - emptySearchDays + 1; day < today; day++) {
    signal.throwIfAborted()
    const rows = await db.all<{ word: string; count: number }>(sql`
      SELECT word, count(*) AS count FROM empty_searches WHERE day = ${day}
      GROUP BY word HAVING count(*) >= ${minGroupSize}`)
    for (const { word, count } of rows) words.set(word, (words.get(word) ?? 0) + count)
    await yieldToEventLoop()
  }
  const shown = [...words]
    .map(([word, searches]) => ({ word, searches }))
    .toSorted((a, b) => b.searches - a.searches || (a.word < b.word ? -1 : 1))
    .slice(0, shownWords)
  await db.run(sql`
    INSERT INTO site_state (name, value) VALUES (${stateName}, ${JSON.stringify(shown)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
}

export async function findEmptySearches(db: Db): Promise<z.infer<typeof wordCount>> {
  const row = await db.get<{ value: string }>(
    sql`SELECT value FROM site_state WHERE name = ${stateName}`,
  )
  return row ? wordCount.parse(JSON.parse(row.value)) : []
}

export function deleteOldEmptySearches(db: Db, now: number) {
  const where = sql`day <= ${campusDayNumber(now) - emptySearchDays}`
  return cleanUp(db, { table: 'empty_searches', primaryKey: ['day', 'word', 'searcher'], where })
}
