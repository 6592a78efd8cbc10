import { createHash, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import sql, { bulk } from 'sql-template-tag'
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

/**
 * Returns the words that found nothing, the most frequent first. Hashes of two days may be of the same student, so a word
 * counts as typed by three students only if they typed it on the same day.
 */
export function findEmptySearches(db: Db, now: number, limit: number) {
  return db.all<{ word: string; searches: number }>(sql`
    SELECT word, sum(searchers) AS searches FROM (
      SELECT word, day, count(*) AS searchers FROM empty_searches
      WHERE day > ${campusDayNumber(now) - emptySearchDays} GROUP BY word, day) AS days
    GROUP BY word HAVING max(searchers) >= ${minGroupSize}
    ORDER BY searches DESC, word LIMIT ${limit}`)
}

export function deleteOldEmptySearches(db: Db, now: number) {
  const where = sql`day <= ${campusDayNumber(now) - emptySearchDays}`
  return cleanUp(db, { table: 'empty_searches', primaryKey: ['day', 'word', 'searcher'], where })
}
