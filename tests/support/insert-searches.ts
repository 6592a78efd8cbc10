import sql from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'

/**
 * Inserts as many students, each with a daily search for lamps. Each search has seen one rank less than the one before,
 * and two at a time were last wanted at the same time.
 */
export async function insertSearches(db: Db, count: number) {
  await db.run(sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    SELECT 'Searcher', 'Lee', 'searcher' || n || '@uwaterloo.ca', '', n FROM numbers`)
  await db.run(sql`
    INSERT INTO saved_searches
      (user_id, category, query, frequency, seen_rank, created_at, wanted_at)
    SELECT id, 'misc', 'q=lamp', 'daily', ${count} - created_at, 0, created_at / 2
    FROM users WHERE first_name = 'Searcher' ORDER BY created_at`)
}
