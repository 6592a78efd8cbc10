const mostAnswers = 300

/** Finished answers by address, each good for as long as the counter stays as it was. */
export function createAnswerCache(most = mostAnswers) {
  const kept = new Map<string, { counter: number; text: string }>()

  function keep(address: string, counter: number, text: string) {
    // Deleting first moves it to the end of the map, so that the front is the longest unused.
    kept.delete(address)
    kept.set(address, { counter, text })
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return text
  }

  /** The counter must be read before the answer is made, or a change meanwhile would go unnoticed. */
  return async (address: string, counter: number, make: () => Promise<string>) => {
    const known = kept.get(address)
    const text = known?.counter === counter ? known.text : await make()
    return keep(address, counter, text)
  }
}
