import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import type { SavedSearchRow } from '../saved/searches/saved-search-queries.ts'

type MailedSearchRow = Pick<SavedSearchRow, 'category' | 'query' | 'frequency' | 'created_at'>

/** Of any student: the token of a link in a mail is the proof. */
export function findSearchById(db: Db, id: number): Promise<MailedSearchRow | undefined> {
  return db.get<MailedSearchRow>(sql`
    SELECT category, query, frequency, created_at FROM saved_searches WHERE id = ${id}`)
}

/** Its pause, and what it has seen, stay as they are. */
export async function turnSearchOff(db: Db, id: number) {
  await db.run(sql`UPDATE saved_searches SET frequency = 'off' WHERE id = ${id}`)
}
