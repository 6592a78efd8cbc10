import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { formatToken } from '#server/accounts/session-token.ts'
import { startSession } from '#server/accounts/sessions.ts'
import type { Db } from '#server/database/database.ts'

export interface SiteContent {
  /** Newest first. */
  listings: { id: number; category: CategoryId; words: string[] }[]
  /** Session cookies of the seeded students. */
  cookies: string[]
}

/** Reads the listings and starts the sessions that the requests need, before the server starts. */
export async function readSiteContent(db: Db): Promise<SiteContent> {
  const rows = await db.all<{ id: number; category: CategoryId; terms: string }>(
    sql`SELECT id, category, search_text AS terms FROM listings ORDER BY id DESC`,
  )
  const students = await db.all<{ id: number }>(sql`SELECT id FROM users`)
  const cookies: string[] = []
  for (const { id } of students) {
    const { token } = await startSession(db, id, Date.now())
    cookies.push(`quad=${formatToken(token)}`)
  }
  const listings = rows.map(({ id, category, terms }) => ({
    id,
    category,
    words: extractWords(terms),
  }))
  return { listings, cookies }
}

/** The words of a search text, without terms of filters such as "rental/num_beds=2". */
function extractWords(terms: string): string[] {
  return [...terms.matchAll(/\/(\p{L}{3,})(?= |$)/gu)].map(([, word = '']) => word)
}
