import sql, { type Sql } from 'sql-template-tag'
import { type CategoryId, categories } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import { forUpdate, isOneOf } from '../database/sql-fragments.ts'
import type { Account } from '../students/user-queries.ts'
import { markFavouritesKnown } from './favourites/favourite-queries.ts'
import { findHighestRank } from './searches/saved-search-queries.ts'

type MailSettings = Pick<Account, 'mailSaved' | 'mailFavourites'>

const hearsOfFavourites = ({ mailSaved, mailFavourites }: MailSettings) =>
  mailSaved && mailFavourites

interface SettingsChange {
  studentId: number
  before: MailSettings
  after: MailSettings
  now: number
}

/**
 * Call it in the transaction that changes the settings. When emails are turned on, news from before is marked as known,
 * so that no later email has it.
 */
export async function skipOldNews(
  tx: Db,
  { studentId, before, after, now }: SettingsChange,
): Promise<void> {
  if (!hearsOfFavourites(before) && hearsOfFavourites(after)) {
    await markFavouritesKnown(tx, studentId, now)
  }
  if (before.mailSaved || !after.mailSaved) return
  await tx.run(sql`
    UPDATE users SET fits_seen_id = COALESCE((SELECT max(id) FROM listings), 0)
    WHERE id = ${studentId}`)
  for (const { id } of categories) {
    await raiseSeenRanksOfStudent(tx, {
      studentId,
      category: id,
      rank: await findHighestRank(tx, id),
    })
  }
}

interface SeenRank {
  studentId: number
  category: CategoryId
  rank: number
}

/** Call it in a transaction. Listings up to this rank are no longer new to any of the student's searches in the category. */
const raiseSeenRanksOfStudent = (tx: Db, { studentId, category, rank }: SeenRank): Promise<void> =>
  raise(tx, rank, sql`user_id = ${studentId} AND category = ${category}`)

/** Call it in a transaction. Listings up to this rank are no longer new to these searches. */
export async function raiseSeenRank(tx: Db, searchIds: number[], rank: number): Promise<void> {
  if (searchIds.length > 0) await raise(tx, rank, isOneOf(tx, sql`id`, searchIds))
}

/**
 * Never lowers a rank, because the student may have changed the search. Rows are locked in the order of ids, so that
 * two such updates do not deadlock.
 */
async function raise(tx: Db, rank: number, isMeant: Sql): Promise<void> {
  const isLower = sql`${isMeant} AND seen_rank < ${rank}`
  const isLocked = sql`id = ANY (ARRAY(
    SELECT id FROM saved_searches WHERE ${isLower} ORDER BY id ${forUpdate(tx)}))`
  await tx.run(sql`
    UPDATE saved_searches SET seen_rank = ${rank}
    WHERE ${tx.dialect === 'postgres' ? isLocked : isLower}`)
}
