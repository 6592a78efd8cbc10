import sql from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'

/** A student in the database, for tests of what lies below the accounts. */
export async function addSeller(db: Db): Promise<{ id: number }> {
  const seller = await db.get<{ id: number }>(sql`
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    VALUES ('Ada', 'Lee', 'ada@uwaterloo.ca', '', 0) RETURNING id`)
  if (!seller) throw new Error('The seller was not added.')
  return seller
}
