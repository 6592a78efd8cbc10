/** In UTF-16 units, as strings are kept. */
const limits = { all: 8 * 1024 * 1024, one: 128 * 1024 }

/** Finished answers by what was asked, each good for as long as the counter stays as it was. */
export function createAnswerCache({ all, one } = limits) {
  const kept = new Map<string, { counter: number; text: string }>()
  let size = 0

  function drop(asked: string) {
    size -= kept.get(asked)?.text.length ?? 0
    kept.delete(asked)
  }

  function keep(asked: string, counter: number, text: string) {
    // Dropping first moves it to the end of the map, so that the front is the longest unused.
    drop(asked)
    if (text.length > one) return text
    kept.set(asked, { counter, text })
    size += text.length
    for (const oldest of kept.keys()) {
      if (size <= all) break
      drop(oldest)
    }
    return text
  }

  /** The counter must be read before the answer is made, or a change meanwhile would go unnoticed. */
  return async (asked: string, counter: number, make: () => Promise<string>) => {
    const known = kept.get(asked)
    const text = known?.counter === counter ? known.text : await make()
    return keep(asked, counter, text)
  }
}
