import sql from 'sql-template-tag'
import { expect, onTestFinished } from 'vitest'
import type { Db } from '#server/database/database.ts'

const waitingQueries = sql`
  SELECT 1 AS found FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`

/**
 * A transaction that has run and that others wait for. `waits` resolves once so many do, on SQLite at once: there they
 * wait anyway.
 */
export async function holdTransaction(db: Db, run: (tx: Db) => Promise<unknown>) {
  const hasRun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await run(tx)
    hasRun.resolve()
    await released.promise
  })
  // Also where it fails before it is held.
  await Promise.race([hasRun.promise, holding])
  onTestFinished(async () => {
    released.resolve()
    await holding
  })
  return {
    release: released.resolve,
    async waits(count: number) {
      if (db.dialect === 'sqlite') return
      await expect.poll(async () => (await db.all(waitingQueries)).length).toBe(count)
    },
  }
}
