import sql from 'sql-template-tag'
import { confirmWithinDays } from '#contract/account-rules.ts'
import type { User } from '#contract/accounts.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { userHasToConfirm } from '../user-queries.ts'

/** A listing or a role is from a time when VERIFY_EMAIL was off. The job must not remove the only admin. */
const isAbandonedAt = (now: number) => sql`
  ${userHasToConfirm} AND role = 'student' AND created_at <= ${now - confirmWithinDays * dayMs}
  AND NOT EXISTS (SELECT 1 FROM listings WHERE seller_id = users.id)`

export function findAbandonedAccounts(db: Db, now: number): Promise<Pick<User, 'id' | 'email'>[]> {
  return db.all(sql`SELECT id, email FROM users WHERE ${isAbandonedAt(now)} ORDER BY id`)
}

export async function isAbandoned(db: Db, id: number, now: number): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM users WHERE id = ${id} AND ${isAbandonedAt(now)}`)
  return row !== undefined
}
