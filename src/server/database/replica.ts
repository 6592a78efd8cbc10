import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Db, Replica } from './database.ts'
import { openPostgres } from './postgres.ts'
import { replicaState } from './replica-state.ts'

const lookEveryMs = 250

/** Reads from a replica for as long as it keeps up; whatever it cannot answer, the primary does. */
export function openReplica(
  url: string,
  primary: Db,
  { maxConnections = 10 } = {},
): Replica & { close(): Promise<void> } {
  // Whoever waits for a replica could have had the answer from the primary.
  const patience = { connectPatienceMs: 1_000, statementPatienceMs: 2_000 }
  const replica = openPostgres(url, { ...patience, maxConnections })
  const state = replicaState()
  const stopping = new AbortController()

  async function look() {
    const askedAt = performance.now()
    const written = await primary.get<{ lsn: string }>(
      sql`SELECT pg_current_wal_lsn()::text AS lsn`,
    )
    if (written) state.primaryHasWritten(written.lsn, askedAt)
    // One that was promoted goes its own way from there: it is nobody's replica any more.
    const replayed = await replica.get<{ lsn: string | null }>(sql`
      SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS lsn`)
    if (replayed?.lsn) state.replicaHasReplayed(replayed.lsn)
  }

  async function keepLooking() {
    while (!stopping.signal.aborted) {
      await look().catch(state.failed)
      state.tellChange()
      await pause(lookEveryMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
  }

  /** An answer from the replica, or else from the primary: a mistake in the query fails there again. */
  const orPrimary = <Result>(ask: (db: Db) => Promise<Result>) =>
    ask(replica).catch((error) => {
      state.failed(error)
      return ask(primary)
    })

  const reading: Db = {
    ...primary,
    all: (query) => orPrimary((db) => db.all(query)),
    get: (query) => orPrimary((db) => db.get(query)),
  }

  async function counterOnReplica(name: string): Promise<number> {
    const row = await replica.get<{ value: number }>(
      sql`SELECT value FROM counters WHERE name = ${name}`,
    )
    return row?.value ?? 0
  }

  const looking = keepLooking()
  return {
    async at(counter, value) {
      const isThere = await state.hasCounted(counter, value, counterOnReplica)
      return isThere ? reading : undefined
    },
    onChange: state.onChange,
    async close() {
      stopping.abort()
      await looking
      await replica.close()
    },
  }
}
