/** Keeps what was asked for most recently, up to so many bytes in all. */
export function byteCache(maxBytes: number) {
  const entries = new Map<string, Buffer>()
  let size = 0

  function drop(key: string) {
    size -= entries.get(key)?.length ?? 0
    entries.delete(key)
  }

  return {
    get(key: string): Buffer | undefined {
      const bytes = entries.get(key)
      if (bytes) {
        entries.delete(key)
        entries.set(key, bytes)
      }
      return bytes
    },

    set(key: string, bytes: Buffer) {
      drop(key)
      entries.set(key, bytes)
      size += bytes.length
      for (const oldest of entries.keys()) {
        if (size <= maxBytes) break
        drop(oldest)
      }
    },
  }
}
