import sql from 'sql-template-tag'
import type { Listener, SharedServer } from '../database/database.ts'

/** Where a raised counter is announced, as its name and its new value. */
export const channel = 'listing_counters'

export interface Counter {
  name: string
  value: number
}

/** Less than the second within which everyone sees a change. */
const trustedMs = 900

/**
 * Counters as this process knows them: what the last check found and what was announced since, on the same
 * connection, so that neither can be older than it looks. Nothing is known for longer than `trustedMs` after a
 * check was asked for: however a connection fails, memory is never staler than that.
 */
export function rememberedCounters(server: Pick<SharedServer, 'listen'>) {
  let known = new Map<string, number>()
  /** Values that this process has committed or found, and not heard yet. */
  const coming = new Map<string, { value: number; since: number }>()
  let announced = 0
  let trustedUntil = 0
  let listening = false

  /** Not taken over as known: of two values, only the order of their commits tells which is newer. */
  function expect({ name, value }: Counter) {
    const newest = Math.max(known.get(name) ?? 0, coming.get(name)?.value ?? 0)
    if (value > newest) coming.set(name, { value, since: performance.now() })
  }

  function hasCome(name: string): boolean {
    return (known.get(name) ?? 0) >= (coming.get(name)?.value ?? 0)
  }

  const listener: Listener = {
    heard(message) {
      const { name, value } = parse(message)
      known.set(name, value)
      if (hasCome(name)) coming.delete(name)
      announced += 1
    },
    committedHere: (message) => expect(parse(message)),
    async check(connection) {
      const askedAt = performance.now()
      const before = announced
      const rows = await connection.all<Counter>(
        sql`SELECT name, value FROM counters WHERE name LIKE 'listings:%'`,
      )
      // Announced meanwhile: whether before or after these rows were read, nobody knows.
      if (announced !== before) return
      known = new Map(rows.map(({ name, value }) => [name, value]))
      for (const [name, { since }] of coming) {
        if (since < askedAt || hasCome(name)) coming.delete(name)
      }
      trustedUntil = askedAt + trustedMs
    },
    lost() {
      trustedUntil = 0
    },
  }

  return {
    /** Undefined while only the database knows. */
    value(name: string): number | undefined {
      if (!listening) {
        listening = true
        server.listen(channel, listener)
      }
      if (performance.now() >= trustedUntil || coming.has(name)) return undefined
      return known.get(name) ?? 0
    },
    /** Before the database is asked; takes what it says. Nobody who heard that is told an older value after. */
    asking: () => expect,
  }
}

function parse(message: string): Counter {
  const [name = '', value] = message.split(' ')
  return { name, value: Number(value) }
}
