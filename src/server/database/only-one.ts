import sql from 'sql-template-tag'
import type { Db } from './database.ts'

/**
 * Runs `work` unless the same is going on already, in this process or in any other on the same database, and
 * tells whether it ran. For what must not be done twice at once: sweeping, backing up.
 */
export function onlyOne(db: Db, name: string, work: () => Promise<void>): Promise<boolean> {
  return db.server ? db.server.locked(name, work) : withLease(db, name, work)
}

/** Long enough for a process that is merely busy; after that, one that died stands in nobody's way. */
const leaseMs = 60_000

/** SQLite keeps no lock between transactions: a row says until when the work is taken. */
async function withLease(db: Db, name: string, work: () => Promise<void>): Promise<boolean> {
  const lease = `lease:${name}`
  let until = Date.now() + leaseMs
  const { changes } = await db.run(sql`
    INSERT INTO counters (name, value) VALUES (${lease}, ${until})
    ON CONFLICT (name) DO UPDATE SET value = ${until} WHERE counters.value <= ${Date.now()}`)
  if (changes === 0) return false
  const renew = async () => {
    const before = until
    until = Date.now() + leaseMs
    await db.run(
      sql`UPDATE counters SET value = ${until} WHERE name = ${lease} AND value = ${before}`,
    )
  }
  const renewal = setInterval(() => renew().catch(() => undefined), leaseMs / 3).unref()
  try {
    await work()
  } finally {
    clearInterval(renewal)
    await db.run(sql`DELETE FROM counters WHERE name = ${lease} AND value = ${until}`)
  }
  return true
}
