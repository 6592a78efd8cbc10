import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../../database/database.ts'

export interface WrittenAppeal {
  log_id: number
  text: string
  created_at: number
  decision: 'rejected' | 'reversed' | null
}

/** The newest first; `condition` is about `appeals` and `log`, the entry that it is against. */
export function findAppeals(db: Db, condition: Sql, limit: number): Promise<WrittenAppeal[]> {
  return db.all<WrittenAppeal>(sql`
    SELECT appeals.log_id, appeals.text, appeals.created_at, appeals.decision
    FROM appeals JOIN moderation_log AS log ON log.id = appeals.log_id
    WHERE ${condition} AND appeals.created_at IS NOT NULL
    ORDER BY appeals.log_id DESC LIMIT ${limit}`)
}
