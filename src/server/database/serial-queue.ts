export type SerialQueue = <Result>(task: () => Promise<Result>) => Promise<Result>

/** Runs tasks one after the other, in the order they came; a failed one does not stop the next. */
export function serialQueue(): SerialQueue {
  let tail: Promise<unknown> = Promise.resolve()
  return (task) => {
    const result = tail.then(task)
    tail = result.catch(() => undefined)
    return result
  }
}
