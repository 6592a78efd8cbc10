import sql from 'sql-template-tag'
import type { DatabaseServer, NotificationListener } from '../database/database.ts'

/** NOTIFY payloads are a category and its new version, separated by a space. */
export const versionChannel = 'category_versions'

interface CategoryVersion {
  category: string
  version: number
}

/** Less than the second within which every process must show a change. */
const maxAgeMs = 900

/**
 * Category versions in this process's memory, kept current over LISTEN/NOTIFY and by polling on the same
 * connection. A version is trusted for `maxAgeMs` after the last poll was sent, so that a connection that dies
 * silently cannot leave memory stale for longer.
 */
export function createVersionListener(server: Pick<DatabaseServer, 'listen'>) {
  let known = new Map<string, number>()
  /** Versions this process has committed or read, whose notification has not arrived yet. */
  const expected = new Map<string, { version: number; since: number }>()
  let notifications = 0
  let trustedUntil = 0
  let isListening = false

  /** Not stored as known: notifications arrive in commit order, results of reads do not. */
  function recordReadVersion({ category, version }: CategoryVersion) {
    const newest = Math.max(known.get(category) ?? 0, expected.get(category)?.version ?? 0)
    if (version > newest) expected.set(category, { version, since: performance.now() })
  }

  function hasArrived(category: string): boolean {
    return (known.get(category) ?? 0) >= (expected.get(category)?.version ?? 0)
  }

  const listener: NotificationListener = {
    onNotification(payload) {
      const { category, version } = parsePayload(payload)
      known.set(category, version)
      if (hasArrived(category)) expected.delete(category)
      notifications += 1
    },
    onOwnCommit: (payload) => recordReadVersion(parsePayload(payload)),
    async poll(connection) {
      const sentAt = performance.now()
      const before = notifications
      const rows = await connection.all<CategoryVersion>(
        sql`SELECT category, version FROM category_versions`,
      )
      // A notification arrived meanwhile: these rows may be older than it.
      if (notifications !== before) return
      known = new Map(rows.map(({ category, version }) => [category, version]))
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
    version(category: string): number | undefined {
      if (!isListening) {
        isListening = true
        server.listen(versionChannel, listener)
      }
      if (performance.now() >= trustedUntil || expected.has(category)) return undefined
      return known.get(category) ?? 0
    },
    /** Records a version read from the database: from here on, `version` never returns an older one. */
    expect: recordReadVersion,
  }
}

function parsePayload(payload: string): CategoryVersion {
  const [category = '', version] = payload.split(' ')
  return { category, version: Number(version) }
}
