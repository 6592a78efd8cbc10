import { createHash, randomBytes } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import sql, { bulk } from 'sql-template-tag'
import { z } from 'zod'
import { emptySearchDays, minGroupSize } from '#contract/operations-rules.ts'
import { campusDayNumber } from '#format/campus-date.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { secondMs } from '../../durations.ts'
import { getDaySalt } from '../../visits/view-queries.ts'
import { tokenize } from './search-terms.ts'

/** How long searches wait before they are written. The categories of one search arrive within this time. */
const flushIntervalMs = 10 * secondMs
const maxWaiting = 1_000
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
  hasFound: boolean
}

interface EmptySearchesDeps {
  db: Db
  log: Pick<FastifyBaseLogger, 'warn'>
}

export type EmptySearches = ReturnType<typeof createEmptySearches>

/**
 * Remembers which words students searched for and did not find. Searches wait in memory, because the search page asks
 * each category: a search that one of them answers has found something.
 */
export function createEmptySearches({ db, log }: EmptySearchesDeps) {
  const waiting = new Map<string, Search>()
  let timer: NodeJS.Timeout | undefined

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const searches = [...waiting.values()].filter(({ hasFound }) => !hasFound)
    waiting.clear()
    if (searches.length === 0) return
    try {
      await db.transaction((tx) => storeEmptySearches(tx, searches))
    } catch (error) {
      log.warn({ err: error }, 'empty searches not written')
    }
  }

  return {
    add(search: Search) {
      const key = `${search.studentId} ${search.q.trim().toLowerCase()}`
      const earlier = waiting.get(key)
      if (!earlier && waiting.size >= maxWaiting) return
      waiting.set(key, { ...search, hasFound: search.hasFound || (earlier?.hasFound ?? false) })
      timer ??= setTimeout(flush, flushIntervalMs).unref()
    },
    flush,
  }
}

/** The salt is deleted after the day, so the hashes of two days cannot be compared, and nobody can compute one again. */
async function storeEmptySearches(tx: Db, searches: readonly Search[]) {
  const rows: [day: number, word: string, searcher: string][] = []
  for (const { q, studentId, searchedAt } of searches) {
    const words = storedWords(q)
    if (words.length === 0) continue
    const day = campusDayNumber(searchedAt)
    const salt = await getDaySalt(tx, day, randomBytes(18).toString('base64url'))
    for (const word of words) {
      const hash = createHash('sha256').update(`${salt} search ${word} ${studentId}`)
      rows.push([day, word, hash.digest('base64url')])
    }
  }
  if (rows.length === 0) return
  const ordered = rows.toSorted((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1))
  await tx.run(sql`
    INSERT INTO empty_searches (day, word, searcher) VALUES ${bulk(ordered)} ON CONFLICT DO NOTHING`)
}

const wordCount = z.array(z.object({ word: z.string(), searches: z.int() }))

/** The row of `site_state` with the words that the page shows. */
const stateName = 'empty-searches'
const shownWords = 20

/**
 * Counts every night which words found nothing, the most frequent first, one day after the other. Hashes of two days may
 * be of the same student, so a word counts as typed by three students only if they typed it on the same day.
 */
export async function countEmptySearches(db: Db, now: number, signal: AbortSignal): Promise<void> {
  const today = campusDayNumber(now)
  const words = new Map<string, { searches: number; most: number }>()
  for (let day = today - emptySearchDays + 1; day <= today; day++) {
    signal.throwIfAborted()
    const rows = await db.all<{ word: string; count: number }>(sql`
      SELECT word, count(*) AS count FROM empty_searches WHERE day = ${day} GROUP BY word`)
    for (const { word, count } of rows) {
      const sofar = words.get(word) ?? { searches: 0, most: 0 }
      words.set(word, { searches: sofar.searches + count, most: Math.max(sofar.most, count) })
    }
    await yieldToEventLoop()
  }
  const shown = [...words]
    .filter(([, { most }]) => most >= minGroupSize)
    .map(([word, { searches }]) => ({ word, searches }))
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
