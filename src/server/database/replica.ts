import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Db, Replica } from './database.ts'
import { openPostgres } from './postgres.ts'
import { createReplicaState } from './replica-state.ts'

const pollIntervalMs = 250

/** Reads go to the replica while it keeps up, and fall back to the primary when a query fails there. */
export function openReplica(
  url: string,
  primary: Db,
  { maxConnections = 10 } = {},
): Replica & { close(): Promise<void> } {
  // Short timeouts, since the primary can answer instead.
  const timeouts = { connectTimeoutMs: 1_000, statementTimeoutMs: 2_000 }
  const replica = openPostgres(url, { ...timeouts, maxConnections })
  const state = createReplicaState()
  const stopping = new AbortController()

  async function poll() {
    const sentAt = performance.now()
    const written = await primary.get<{ lsn: string }>(
      sql`SELECT pg_current_wal_lsn()::text AS lsn`,
    )
    if (written) state.recordPrimaryPosition(written.lsn, sentAt)
    // A promoted replica is no longer in recovery and must not be used.
    const replayed = await replica.get<{ lsn: string | null }>(sql`
      SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS lsn`)
    if (replayed?.lsn) state.recordReplayPosition(replayed.lsn)
  }

  async function pollUntilStopped() {
    while (!stopping.signal.aborted) {
      await poll().catch(state.recordFailure)
      state.reportChange()
      const options = { ref: false, signal: stopping.signal }
      await sleep(pollIntervalMs, undefined, options).catch(() => {})
    }
  }

  const withFallback = <Result>(query: (db: Db) => Promise<Result>) =>
    query(replica).catch((error) => {
      state.recordFailure(error)
      return query(primary)
    })

  const replicaDb: Db = {
    ...primary,
    all: (query) => withFallback((db) => db.all(query)),
    get: (query) => withFallback((db) => db.get(query)),
  }

  async function readVersionOnReplica(category: string): Promise<number> {
    const row = await replica.get<{ version: number }>(
      sql`SELECT version FROM category_versions WHERE category = ${category}`,
    )
    return row?.version ?? 0
  }

  const polling = pollUntilStopped()
  return {
    async dbWithVersion(category, version) {
      const isReplayed = await state.hasVersion(category, version, readVersionOnReplica)
      return isReplayed ? replicaDb : undefined
    },
    onChange: state.onChange,
    async close() {
      stopping.abort()
      await polling
      await replica.close()
    },
  }
}
