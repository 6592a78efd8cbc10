import sql, { join } from 'sql-template-tag'
import type { Db } from '../database/database.ts'

interface Recipient {
  /** When a mail server last refused the address for good. */
  bouncedAt: number | null
  /** The address is made up. */
  isSample: boolean
}

/** Undefined if the account was deleted. */
export async function findRecipient(db: Db, email: string): Promise<Recipient | undefined> {
  const row = await db.get<{ bounced_at: number | null; is_sample: number }>(
    sql`SELECT bounced_at, is_sample FROM users WHERE email = ${email}`,
  )
  return row && { bouncedAt: row.bounced_at, isSample: row.is_sample === 1 }
}

/** Until the address is confirmed again. */
export async function markBounced(db: Db, email: string, now: number) {
  await db.run(sql`UPDATE users SET bounced_at = ${now} WHERE email = ${email}`)
}

/** Whether one of these listings is hidden or removed. */
export async function isAnyTakenDown(db: Db, listingIds: number[]): Promise<boolean> {
  if (listingIds.length === 0) return false
  const row = await db.get(sql`
    SELECT 1 AS found FROM listings
    WHERE id IN (${join(listingIds)}) AND status IN ('hidden', 'removed') LIMIT 1`)
  return row !== undefined
}
