import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { formatToken } from '#server/accounts/session-token.ts'
import { startSession } from '#server/accounts/sessions.ts'
import type { Db } from '#server/database/database.ts'

export interface Content {
  /** Newest first. */
  listings: { id: number; category: CategoryId; words: string[] }[]
  /** Sessions of the seeded students, as a browser would send them. */
  cookies: string[]
}

/** What the requests ask for: read, and signed in, before the server starts. */
export async function readContent(db: Db): Promise<Content> {
  const rows = await db.all<{ id: number; category: CategoryId; terms: string }>(
    sql`SELECT id, category, search_text AS terms FROM listings ORDER BY id DESC`,
  )
  const students = await db.all<{ id: number }>(sql`SELECT id FROM users`)
  const cookies: string[] = []
  for (const { id } of students) {
    const { token } = await startSession(db, id, Date.now())
    cookies.push(`quad=${formatToken(token)}`)
  }
  const listings = rows.map(({ id, category, terms }) => ({ id, category, words: wordsIn(terms) }))
  return { listings, cookies }
}

/** Words of a listing without what its filters and address are found by, such as "rental/num_beds=2". */
function wordsIn(terms: string): string[] {
  return [...terms.matchAll(/\/(\p{L}{3,})(?= |$)/gu)].map(([, word = '']) => word)
}
