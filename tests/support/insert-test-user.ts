import sql from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'
import { at } from './campus-email.ts'

/** Gives the student an authenticator app, without which a role counts only in a try-out. */
export async function insertSecondFactor(db: Db, studentId: number) {
  await db.run(sql`
    INSERT INTO authenticators (user_id, secret, added_at) VALUES (${studentId}, 'a secret', 0)`)
}

/** Inserts a row into `users`, for tests that bypass the account routes. */
export async function insertTestUser(db: Db, email = at('ada')): Promise<{ id: number }> {
  const user = await db.get<{ id: number }>(sql`
    INSERT INTO users (first_name, last_name, email, password_hash, created_at)
    VALUES ('Ada', 'Lee', ${email}, '', 0) RETURNING id`)
  if (!user) throw new Error('The user was not inserted.')
  return user
}
