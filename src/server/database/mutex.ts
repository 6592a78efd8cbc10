export type Mutex = <Result>(task: () => Promise<Result>) => Promise<Result>

/** Runs tasks one at a time, in FIFO order; a rejected task does not block the next. */
export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve()
  return (task) => {
    const result = tail.then(task)
    tail = result.catch(() => undefined)
    return result
  }
}
