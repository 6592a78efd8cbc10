import sql from 'sql-template-tag'
import type { Listener, SharedServer } from '../database/database.ts'

/** Where a raised counter is announced, as its name and its new value. */
export const channel = 'listing_counters'

/** Less than the second within which everyone sees a change. */
const trustedMs = 900

/**
 * Counters as this process knows them: what the last check found and what was announced since, on the same
 * connection, so that neither can be older than it looks. Nothing is known for longer than `trustedMs` after a
 * check was asked for: however a connection fails, memory is never staler than that.
 */
export function rememberedCounters(server: Pick<SharedServer, 'listen'>) {
  let known = new Map<string, number>()
  /** Values that this process has committed and not heard yet. */
  const coming = new Map<string, number>()
  let announced = 0
  let trustedUntil = 0
  let listening = false

  const listener: Listener = {
    heard(message) {
      const { name, value } = parse(message)
      known.set(name, value)
      if (value >= (coming.get(name) ?? 0)) coming.delete(name)
      announced += 1
    },
    /** Not taken over: another process's newer value may have been heard already. */
    committedHere(message) {
      const { name, value } = parse(message)
      coming.set(name, value)
      announced += 1
    },
    async check(connection) {
      const askedAt = performance.now()
      const before = announced
      const rows = await connection.all<{ name: string; value: number }>(
        sql`SELECT name, value FROM counters WHERE name LIKE 'listings:%'`,
      )
      // Announced meanwhile: whether before or after these rows were read, nobody knows.
      if (announced !== before) return
      known = new Map(rows.map(({ name, value }) => [name, value]))
      coming.clear()
      trustedUntil = askedAt + trustedMs
    },
    lost() {
      trustedUntil = 0
    },
  }

  /** Undefined while only the database knows. */
  return (name: string): number | undefined => {
    if (!listening) {
      listening = true
      server.listen(channel, listener)
    }
    if (performance.now() >= trustedUntil || coming.has(name)) return undefined
    return known.get(name) ?? 0
  }
}

function parse(message: string) {
  const [name = '', value] = message.split(' ')
  return { name, value: Number(value) }
}
