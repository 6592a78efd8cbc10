export interface Entry<Value> {
  value: Value
  bytes: number
  uses: number
}

/** Entries in the order they came, and how much room they take. */
export function createSizedMap<Key, Value>() {
  const entries = new Map<Key, Entry<Value>>()
  let bytes = 0

  function take(key: Key): Entry<Value> | undefined {
    const entry = entries.get(key)
    if (entry) bytes -= entry.bytes
    entries.delete(key)
    return entry
  }

  return {
    get: (key: Key) => entries.get(key),
    bytes: () => bytes,
    first: () => entries.entries().next().value,
    add(key: Key, entry: Entry<Value>) {
      take(key)
      entries.set(key, entry)
      bytes += entry.bytes
    },
    take,
    /** The longest there leave until the rest fits. */
    shrinkTo(most: number) {
      for (const key of entries.keys()) {
        if (bytes <= most) return
        take(key)
      }
    },
  }
}
