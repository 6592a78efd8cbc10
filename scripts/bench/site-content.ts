import sql, { join } from 'sql-template-tag'
import { type CategoryId, publicCategories } from '#categories/index.ts'
import type { Db } from '#server/database/database.ts'
import { dayMs } from '#server/durations.ts'

/** The facts about a seeded listing that requests need. */
export interface ListingContent {
  id: number
  category: CategoryId
  words: string[]
}

/** Reads all listings that visitors may see, newest first. Leaves out those that end within a day, so that none ends during a run. */
export async function readListings(db: Db): Promise<ListingContent[]> {
  const rows = await db.all<{ id: number; category: CategoryId; terms: string }>(
    sql`
      SELECT id, category, search_text AS terms FROM listings
      WHERE listed AND ends_at > ${Date.now() + dayMs} AND category IN (${join(publicCategories.map(({ id }) => id))})
      ORDER BY id DESC`,
  )
  return rows.map(({ id, category, terms }) => ({ id, category, words: extractWords(terms) }))
}

/** Returns the words of a search text, without filter terms such as "rental/num_beds=2". */
function extractWords(terms: string): string[] {
  return [...terms.matchAll(/\/(\p{L}{3,})(?= |$)/gu)].map(([, word = '']) => word)
}
