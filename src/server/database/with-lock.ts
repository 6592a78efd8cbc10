import sql from 'sql-template-tag'
import { minuteMs } from '../durations.ts'
import type { Db } from './database.ts'

/** After this long without renewal, the holder counts as dead. */
const leaseMs = minuteMs

/**
 * Runs `work` unless any process on the same database already runs work under this name; tells whether it ran.
 * For periodic work that must not overlap: sweeping, backing up. The lock is a lease, a row with an expiry that is
 * renewed while `work` runs: unlike an advisory lock it holds no connection, and a pool may have as few as two.
 */
export async function withLock(db: Db, name: string, work: () => Promise<void>): Promise<boolean> {
  let expiresAt = Date.now() + leaseMs
  const { changes } = await db.run(sql`
    INSERT INTO leases (name, expires_at) VALUES (${name}, ${expiresAt})
    ON CONFLICT (name) DO UPDATE SET expires_at = ${expiresAt}
    WHERE leases.expires_at <= ${Date.now()}`)
  if (changes === 0) return false
  const renew = async () => {
    const before = expiresAt
    expiresAt = Date.now() + leaseMs
    await db.run(
      sql`UPDATE leases SET expires_at = ${expiresAt} WHERE name = ${name} AND expires_at = ${before}`,
    )
  }
  const renewal = setInterval(() => renew().catch(() => undefined), leaseMs / 3).unref()
  try {
    await work()
  } finally {
    clearInterval(renewal)
    await db.run(sql`DELETE FROM leases WHERE name = ${name} AND expires_at = ${expiresAt}`)
  }
  return true
}
