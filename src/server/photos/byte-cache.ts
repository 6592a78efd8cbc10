const hour = 3_600_000

/** Keeps what was asked for most recently, up to so many bytes in all and for an hour: photos may be deleted. */
export function byteCache(maxBytes: number, now: () => number = Date.now) {
  const entries = new Map<string, { bytes: Buffer; until: number }>()
  let size = 0

  function drop(key: string) {
    size -= entries.get(key)?.bytes.length ?? 0
    entries.delete(key)
  }

  return {
    get(key: string): Buffer | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.until <= now()) return void drop(key)
      entries.delete(key)
      entries.set(key, entry)
      return entry.bytes
    },

    set(key: string, bytes: Buffer) {
      drop(key)
      entries.set(key, { bytes, until: now() + hour })
      size += bytes.length
      for (const oldest of entries.keys()) {
        if (size <= maxBytes) break
        drop(oldest)
      }
    },
  }
}
