import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql, { bulk, join } from 'sql-template-tag'
import { type AnyCategory, categories } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'
import { isOneOfNames } from '../../database/sql-fragments.ts'
import { toTsQuery } from './search-postgres.ts'
import { toFtsMatch } from './search-sqlite.ts'
import { exactTerm, type SearchTerm } from './search-terms.ts'
import { stemTerm, wordTerm } from './search-text.ts'
import { stemOf } from './stem.ts'

/** Words that can be corrected. Numbers and codes never are, and the stored words are cut at 16 letters. */
export const correctable = /^[a-z]{4,16}$/

/** Two errors are likely in a long word. In a short one they would make another word of it. */
export const maxEdits = (word: string): 1 | 2 => (word.length < 8 ? 1 : 2)

/** Errors are looked for in this many letters of a word, and counted in all of them. It keeps the table small. */
const keyLength = 7

/** Letters that are taken for each other count as the same: "bycicle" and "bicycle". */
export const foldSounds = (word: string): string => word.replaceAll('y', 'i')

/**
 * Returns the first seven letters, and every way to leave out one of them (two for long words). A word and its
 * misspelling share at least one key.
 */
export function keysOf(word: string): string[] {
  const start = foldSounds(word.slice(0, keyLength))
  const keys = new Set([start])
  let shortened = [start]
  for (let edit = 0; edit < maxEdits(word); edit++) {
    shortened = [
      ...new Set(
        shortened.flatMap((key) =>
          Array.from(key, (_, index) => key.slice(0, index) + key.slice(index + 1)),
        ),
      ),
    ]
    for (const key of shortened) keys.add(key)
  }
  return [...keys]
}

/** How many new words are added at once. A text of random words must not hold up the site. */
const maxNewWords = 40

/**
 * Adds the words of listings, by their search texts, and returns how many were too many to add at once. Words are inserted
 * in order, so that two transactions do not wait for each other.
 */
export async function recordWords(
  db: Db,
  searchTexts: readonly string[],
  limit = maxNewWords,
): Promise<number> {
  const words = new Set(searchTexts.flatMap(wordsOf))
  if (words.size === 0) return 0
  const known = await db.all<{ word: string }>(sql`
    SELECT DISTINCT word FROM search_words WHERE ${isOneOfNames(db, sql`word`, [...words])}`)
  for (const { word } of known) words.delete(word)
  const added = [...words].slice(0, limit).toSorted()
  const rows = added.flatMap((word) => keysOf(word).map((key) => [key, word]))
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await db.run(sql`
      INSERT INTO search_words (word_key, word)
      VALUES ${bulk(rows.slice(start, start + rowsPerInsert))} ON CONFLICT DO NOTHING`)
  }
  return words.size - added.length
}

/** Adds the words of a listing that is listed again. The job may have deleted them in the meantime. */
export async function recordWordsOf(tx: Db, listingId: number): Promise<void> {
  const row = await tx.get<{ search_text: string }>(
    sql`SELECT search_text FROM listings WHERE id = ${listingId}`,
  )
  if (row) await recordWords(tx, [row.search_text])
}

const rowsPerInsert = 1_000

/** Returns the words among the terms of a listing: "rental/desk" has one, "rental/=studi" and filters have none. */
const wordsOf = (searchText: string): string[] =>
  searchText.split(' ').flatMap((term) => {
    const word = term.slice(term.indexOf('/') + 1)
    return term.includes('/') && correctable.test(word) ? [word] : []
  })

/** Real words rarely share a key with this many others. The limit keeps a table of random words cheap. */
const maxCandidates = 300

/**
 * Returns stored words that may be what was meant, with about as many letters. The order makes the limit keep the same
 * words on both engines.
 */
export async function findCandidates(db: Db, typed: string): Promise<string[]> {
  const [shortest, longest] = [typed.length - maxEdits(typed), typed.length + maxEdits(typed)]
  const rows = await db.all<{ word: string }>(sql`
    SELECT DISTINCT word FROM (
      SELECT word FROM search_words WHERE word_key IN (${join(keysOf(typed))})
      ORDER BY word_key, word LIMIT ${maxCandidates}
    ) AS candidates
    WHERE length(word) BETWEEN ${shortest} AND ${longest}`)
  return rows.map(({ word }) => word)
}

/** Counts the live listings that have all terms, up to a limit. */
export async function countTerms(db: Db, terms: SearchTerm[], limit: number): Promise<number> {
  const row = await db.get<{ count: number }>(
    db.dialect === 'sqlite'
      ? sql`SELECT count(*) AS count FROM (
          SELECT 1 FROM search_newest WHERE search_newest MATCH ${toFtsMatch(terms)} LIMIT ${limit})`
      : sql`SELECT count(*) AS count FROM (
          SELECT 1 FROM listings WHERE listed AND search_terms @@ ${toTsQuery(terms)}::tsquery
          LIMIT ${limit}) AS counted`,
  )
  return row?.count ?? 0
}

/** Returns the term of listings that have a word, or one with its stem, in some categories. */
export const inCategories = (
  searched: readonly Pick<AnyCategory, 'id'>[],
  word: string,
): SearchTerm =>
  exactTerm(searched.flatMap(({ id }) => [wordTerm(id, word), stemTerm(id, stemOf(word))]))

const batchSize = 10

/** Deletes the words that no live listing has any more. It runs in small steps while the site runs. */
export async function deleteUnusedWords(db: Db, signal: AbortSignal): Promise<number> {
  let [last, deleted] = ['', 0]
  for (;;) {
    signal.throwIfAborted()
    const rows = await db.all<{ word: string }>(sql`
      SELECT DISTINCT word FROM search_words WHERE word > ${last} ORDER BY word LIMIT ${batchSize}`)
    if (rows.length === 0) return deleted
    last = rows.at(-1)?.word ?? ''
    const unused = await findUnused(
      db,
      rows.map(({ word }) => word),
    )
    if (unused.length > 0) {
      await db.run(sql`DELETE FROM search_words WHERE word IN (${join(unused)})`)
      // A listing that was posted before the deletion saw its words as known.
      const stillUnused = await findUnused(db, unused)
      const posted = unused.filter((word) => !stillUnused.includes(word))
      if (posted.length > 0) await recordWords(db, [posted.map((word) => `/${word}`).join(' ')])
      deleted += stillUnused.length
    }
    await yieldToEventLoop()
  }
}

/** Returns the words that no live listing has. */
async function findUnused(db: Db, words: readonly string[]): Promise<string[]> {
  const unused: string[] = []
  for (const word of words) {
    const term = exactTerm(categories.map(({ id }) => wordTerm(id, word)))
    if ((await countTerms(db, [term], 1)) === 0) unused.push(word)
  }
  return unused
}
