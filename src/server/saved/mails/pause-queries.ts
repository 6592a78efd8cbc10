import sql from 'sql-template-tag'
import { pauseSearchAfterDays } from '#contract/saved-rules.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/is-one-of.ts'
import { dayMs } from '../../durations.ts'
import type { SavedSearchRow } from '../searches/saved-search-queries.ts'

const pausedIfWantedBy = (now: number) => now - pauseSearchAfterDays * dayMs

/** The student has not asked for it in a long time. */
export const isToPause = (search: SavedSearchRow, now: number): boolean =>
  search.frequency !== 'off' &&
  search.paused_at === null &&
  search.wanted_at <= pausedIfWantedBy(now)

/** `isToPause` in SQL. */
export async function findStudentsToPause(db: Db, now: number): Promise<number[]> {
  const rows = await db.all<{ user_id: number }>(sql`
    SELECT DISTINCT user_id FROM saved_searches
    WHERE frequency <> 'off' AND paused_at IS NULL AND wanted_at <= ${pausedIfWantedBy(now)}`)
  return rows.map(({ user_id }) => user_id)
}

export async function pauseSearches(tx: Db, searchIds: number[], now: number): Promise<void> {
  await tx.run(sql`
    UPDATE saved_searches SET paused_at = ${now} WHERE ${isOneOf(tx, sql`id`, searchIds)}`)
}
