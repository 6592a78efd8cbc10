import { createSizedMap } from './sized-map.ts'

interface Entry<Value> {
  value: Value
  bytes: number
  uses: number
}

/**
 * Keeps what is asked for often, in so many bytes. What comes in waits in a small part, the longest there leaving first; asked
 * for again, it moves to the large part, where it takes the place only of what was asked for less. So no flood of
 * addresses, each asked for once or twice, can push out what is in use.
 */
export function createTwoPartCache<Value>(bytes: number) {
  const newcomers = createSizedMap<string, Entry<Value>>()
  const regulars = createSizedMap<string, Entry<Value>>()
  const roomForNewcomers = bytes / 4
  const roomForRegulars = bytes - roomForNewcomers

  function settle(key: string, entry: Entry<Value>): boolean {
    while (regulars.bytes() + entry.bytes > roomForRegulars) {
      const [oldest, rival] = regulars.first() ?? []
      if (oldest === undefined || !rival) return false
      regulars.take(oldest)
      if (rival.uses >= entry.uses) {
        // It stays, but has to go on being asked for.
        regulars.add(oldest, { ...rival, uses: Math.floor(rival.uses / 2) })
        return false
      }
    }
    regulars.add(key, entry)
    return true
  }

  function welcome(key: string, entry: Entry<Value>) {
    newcomers.add(key, entry)
    newcomers.shrinkTo(roomForNewcomers)
  }

  return {
    get(key: string): Value | undefined {
      const regular = regulars.get(key)
      if (regular) {
        regular.uses += 1
        return regular.value
      }
      const newcomer = newcomers.get(key)
      if (!newcomer) return undefined
      newcomer.uses += 1
      if (settle(key, newcomer)) newcomers.take(key)
      return newcomer.value
    },

    /** What replaces an older value has its place. */
    set(key: string, value: Value, size: number) {
      const { uses } = regulars.take(key) ?? newcomers.take(key) ?? { uses: 0 }
      const entry = { value, bytes: size, uses }
      if (uses === 0 || !settle(key, entry)) welcome(key, entry)
    },

    bytes: () => newcomers.bytes() + regulars.bytes(),
  }
}
