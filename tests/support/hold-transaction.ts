import sql from 'sql-template-tag'
import { expect, onTestFinished } from 'vitest'
import type { Db } from '#server/database/database.ts'

const waitingQueries = sql`
  SELECT 1 AS found FROM pg_stat_activity
  WHERE wait_event_type = 'Lock' AND datname = current_database()`

/**
 * Holds a transaction open after `run`, so that others wait for it. `waits` resolves once that many others wait. On SQLite
 * it resolves at once, because they wait anyway.
 */
export async function holdTransaction(db: Db, run: (tx: Db) => Promise<unknown>) {
  const hasRun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await run(tx)
    hasRun.resolve()
    await released.promise
  })
  // The race also ends if the transaction fails before it is held.
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
