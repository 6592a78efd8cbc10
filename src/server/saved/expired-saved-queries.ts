import sql from 'sql-template-tag'
import { keepMailedListingsDays } from '#contract/saved-rules.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'

export async function deleteExpiredMailedListings(db: Db, now: number) {
  await db.run(sql`
    DELETE FROM mailed_listings WHERE mailed_at <= ${now - keepMailedListingsDays * dayMs}`)
}
