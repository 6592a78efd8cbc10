import { type CategoryId, perCategory } from '#categories/index.ts'
import type { DatabaseServer, NotificationListener } from '../database/database.ts'
import { readVersions, type Versions } from './version-queries.ts'

/** NOTIFY payloads are a category and its new version, separated by a space. */
export const versionChannel = 'category_versions'

/** Less than the second within which every process must show a change. */
const maxAgeMs = 900

/**
 * Category versions in this process's memory, kept current over LISTEN/NOTIFY and by polling on the same
 * connection. A version is trusted for `maxAgeMs` after the last poll was sent, so that a connection that dies
 * silently cannot leave memory stale for longer.
 */
export function createVersionListener(server: Pick<DatabaseServer, 'listen'>) {
  /** Replaced, never changed: a response is tagged with the versions that were known before it was built. */
  let known: Versions = perCategory(() => 0)
  /** Versions this process has committed or read, whose notification has not arrived yet. */
  const expected = new Map<CategoryId, { version: number; since: number }>()
  let notifications = 0
  let trustedUntil = 0
  let stopListening: (() => Promise<void>) | undefined

  /** Not stored as known: notifications arrive in commit order, results of reads do not. */
  function expectVersion(category: CategoryId, version: number) {
    const newest = Math.max(known[category], expected.get(category)?.version ?? 0)
    if (version > newest) expected.set(category, { version, since: performance.now() })
  }

  function hasArrived(category: CategoryId): boolean {
    return known[category] >= (expected.get(category)?.version ?? 0)
  }

  const listener: NotificationListener = {
    onNotification(payload) {
      const [category, version] = parsePayload(payload)
      known = { ...known, [category]: version }
      if (hasArrived(category)) expected.delete(category)
      notifications += 1
    },
    onOwnCommit: (payload) => expectVersion(...parsePayload(payload)),
    async poll(connection) {
      const sentAt = performance.now()
      const before = notifications
      const polled = await readVersions(connection)
      // A notification arrived meanwhile: these versions may be older than it.
      if (notifications !== before) return
      known = polled
      for (const [category, { since }] of expected) {
        if (since < sentAt || hasArrived(category)) expected.delete(category)
      }
      trustedUntil = sentAt + maxAgeMs
    },
    onDisconnect() {
      trustedUntil = 0
    },
  }

  return {
    /** Undefined when memory cannot be trusted and the database must be read. */
    versions(): Versions | undefined {
      stopListening ??= server.listen(versionChannel, listener)
      if (performance.now() >= trustedUntil || expected.size > 0) return undefined
      return known
    },
    /** Records versions read from the database: from here on, `versions` never returns older ones. */
    expect(versions: Versions) {
      for (const [category, version] of Object.entries(versions)) {
        expectVersion(category as CategoryId, version)
      }
    },
    async close() {
      await stopListening?.()
    },
  }
}

function parsePayload(payload: string): [category: CategoryId, version: number] {
  const [category, version] = payload.split(' ')
  return [category as CategoryId, Number(version)]
}
