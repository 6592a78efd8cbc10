import { categories } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import type { Account } from '../students/user-queries.ts'
import { markFavouritesKnown } from './favourites/favourite-queries.ts'
import { findHighestRank } from './searches/saved-search-queries.ts'
import { markSearchesSeen } from './seen-rank-queries.ts'

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
