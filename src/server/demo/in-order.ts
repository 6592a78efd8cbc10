/** Works on up to `width` items at once and yields the results in the items' order. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  const start = (item: Item) => {
    const result = work(item)
    // A later item may fail while an earlier one is awaited; its turn reports it.
    result.catch(() => {})
    running.push(result)
  }
  try {
    for (const item of items) {
      start(item)
      if (running.length < width) continue
      const first = await running[0]
      running.shift()
      yield first as Result
    }
    while (running.length > 0) {
      const first = await running[0]
      running.shift()
      yield first as Result
    }
  } finally {
    await Promise.allSettled(running)
  }
}
