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
  userId: number
  before: MailSettings
  after: MailSettings
  now: number
}

/** In the transaction that changes the settings: what happened while nothing was to be mailed is not told later. */
export async function skipOldNews(
  tx: Db,
  { userId, before, after, now }: SettingsChange,
): Promise<void> {
  if (!hearsOfFavourites(before) && hearsOfFavourites(after)) {
    await markFavouritesKnown(tx, userId, now)
  }
  if (before.mailSaved || !after.mailSaved) return
  for (const { id } of categories) {
    await markSearchesSeen(tx, { userId, category: id, rank: await findHighestRank(tx, id) })
  }
}

interface SeenRank {
  userId: number
  category: CategoryId
  rank: number
}

/** In a transaction: listings up to this rank are not new to any search of the student. */
export const markSearchesSeen = (tx: Db, { userId, category, rank }: SeenRank): Promise<void> =>
  raise(tx, rank, sql`user_id = ${userId} AND category = ${category}`)

/** In a transaction: nor to these searches. */
export async function markSeen(tx: Db, searchIds: number[], rank: number): Promise<void> {
  if (searchIds.length > 0) await raise(tx, rank, isOneOf(tx, sql`id`, searchIds))
}

/** Never back: the student may have changed the search meanwhile. Locked by id, so that two of these do not deadlock. */
async function raise(tx: Db, rank: number, isMeant: Sql): Promise<void> {
  const isLower = sql`${isMeant} AND seen_rank < ${rank}`
  const isLocked = sql`id = ANY (ARRAY(
    SELECT id FROM saved_searches WHERE ${isLower} ORDER BY id ${forUpdate(tx)}))`
  await tx.run(sql`
    UPDATE saved_searches SET seen_rank = ${rank}
    WHERE ${tx.dialect === 'postgres' ? isLocked : isLower}`)
}
