/** Work under the same key runs one after the other, in the order it came. */
export function inTurn() {
  const last = new Map<string, Promise<unknown>>()

  return async function run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = mine.catch(() => undefined)
    last.set(key, settled)
    try {
      return await mine
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
