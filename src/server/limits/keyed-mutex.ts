/** Tasks with the same key run one at a time, in FIFO order; a rejected task does not block the next. */
export function createKeyedMutex() {
  const tails = new Map<string, Promise<unknown>>()

  return async function runExclusive<Result>(
    key: string,
    task: () => Promise<Result>,
  ): Promise<Result> {
    const result = (tails.get(key) ?? Promise.resolve()).then(task)
    const tail = result.catch(() => undefined)
    tails.set(key, tail)
    try {
      return await result
    } finally {
      if (tails.get(key) === tail) tails.delete(key)
    }
  }
}
