import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { SearchFrequency } from '#contract/saved-rules.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'

export interface SavedSearchRow {
  id: number
  user_id: number
  category: CategoryId
  query: string
  frequency: SearchFrequency
  /** Listings with a higher rank are new to the search. */
  seen_rank: number
  created_at: number
  /** When the student last said that they are still looking. */
  wanted_at: number
  paused_at: number | null
}

const columns = sql`
  id, user_id, category, query, frequency, seen_rank, created_at, wanted_at, paused_at`

/** Returns the searches in the order of saving, newest first. */
export function findSavedSearches(db: Db, studentId: number): Promise<SavedSearchRow[]> {
  return db.all<SavedSearchRow>(sql`
    SELECT ${columns} FROM saved_searches WHERE user_id = ${studentId} ORDER BY id DESC`)
}

/** Returns undefined if the search belongs to another student. */
export function findSavedSearch(
  db: Db,
  studentId: number,
  id: number,
): Promise<SavedSearchRow | undefined> {
  return db.get<SavedSearchRow>(sql`
    SELECT ${columns} FROM saved_searches WHERE id = ${id} AND user_id = ${studentId}`)
}

interface NewSavedSearch {
  studentId: number
  category: CategoryId
  query: string
  frequency: SearchFrequency
  seenRank: number
  now: number
}

export async function insertSavedSearch(
  tx: Db,
  { studentId, category, query, frequency, seenRank, now }: NewSavedSearch,
): Promise<SavedSearchRow> {
  const row = await tx.get<SavedSearchRow>(sql`
    INSERT INTO saved_searches (user_id, category, query, frequency, seen_rank, created_at, wanted_at)
    VALUES (${studentId}, ${category}, ${query}, ${frequency}, ${seenRank}, ${now}, ${now})
    RETURNING ${columns}`)
  if (!row) throw new Error('The search was not saved.')
  return row
}

interface SearchChange {
  frequency: SearchFrequency
  seenRank: number
  now: number
}

/** Changes a search. This also shows that the student is still looking, so it ends a pause. */
export async function updateSavedSearch(
  tx: Db,
  id: number,
  { frequency, seenRank, now }: SearchChange,
) {
  await tx.run(sql`
    UPDATE saved_searches SET frequency = ${frequency}, seen_rank = ${seenRank}, wanted_at = ${now},
      paused_at = NULL
    WHERE id = ${id}`)
}

export async function deleteSavedSearch(tx: Db, studentId: number, id: number): Promise<boolean> {
  const { changes } = await tx.run(sql`
    DELETE FROM saved_searches WHERE id = ${id} AND user_id = ${studentId}`)
  return changes > 0
}

export async function deleteSavedSearches(tx: Db, studentId: number) {
  await tx.run(sql`DELETE FROM saved_searches WHERE user_id = ${studentId}`)
}

/** Returns the highest rank in the category. Everything that is posted or renewed from now on gets a higher rank. */
export async function findHighestRank(db: Db, category: CategoryId): Promise<number> {
  const row = await db.get<{ rank: number }>(sql`
    SELECT rank FROM listings WHERE listed AND category = ${category} ORDER BY rank DESC LIMIT 1`)
  return row?.rank ?? 0
}

/** Remembers when something new first matched these searches. */
export async function markMatched(tx: Db, ids: readonly number[], now: number) {
  if (ids.length === 0) return
  await tx.run(sql`
    UPDATE saved_searches SET matched_at = ${now}
    WHERE ${isOneOf(tx, sql`id`, ids)} AND matched_at IS NULL`)
}
