import sql from 'sql-template-tag'
import { keepMailedListingsDays } from '#contract/saved-rules.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'

export async function deleteExpiredMailedListings(db: Db, now: number) {
  const where = sql`mailed_at <= ${now - keepMailedListingsDays * dayMs}`
  await cleanUp(db, { table: 'mailed_listings', primaryKey: ['user_id', 'listing_id'], where })
}
