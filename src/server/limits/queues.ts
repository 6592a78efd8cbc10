import { OverloadedError } from '../errors.ts'

/**
 * Waiting items by client, which is a network or a student. Clients take turns, so none can fill the queue or be served
 * alone.
 */
export class FairQueue<Item> {
  /** The clients in the order of their turns. */
  readonly #clients = new Map<string, Set<Item>>()
  readonly #maxLength: number
  #length = 0

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  get length(): number {
    return this.#length
  }

  /**
   * Adds an item. If the queue is full, the client with the most items loses its last one. The lost item is returned;
   * it may be the new item itself.
   */
  add(client: string, item: Item): Item | undefined {
    if (this.#length < this.#maxLength) {
      this.#append(client, item)
      return undefined
    }
    const [longest, items] = this.#longest()
    const own = this.#clients.get(client)?.size ?? 0
    const last = [...items].at(-1)
    if (last === undefined || own + 1 >= items.size) return item
    this.remove(longest, last)
    this.#append(client, item)
    return last
  }

  takeNext(): Item | undefined {
    const [next] = this.#clients
    if (!next) return undefined
    const [client, items] = next
    const [item] = items
    if (item === undefined) return undefined
    this.remove(client, item)
    // The client moves to the end of the line.
    if (this.#clients.delete(client)) this.#clients.set(client, items)
    return item
  }

  remove(client: string, item: Item): void {
    const items = this.#clients.get(client)
    if (!items?.delete(item)) return
    this.#length--
    if (items.size === 0) this.#clients.delete(client)
  }

  #append(client: string, item: Item): void {
    const items = this.#clients.get(client) ?? new Set()
    this.#clients.set(client, items.add(item))
    this.#length++
  }

  #longest(): [string, Set<Item>] {
    let longest: [string, Set<Item>] = ['', new Set()]
    for (const entry of this.#clients) {
      if (entry[1].size > longest[1].size) longest = entry
    }
    return longest
  }
}

export interface SemaphoreOptions {
  concurrency: number
  maxWaiting: number
}

/**
 * Returns a function that runs at most `concurrency` tasks at a time, queues `maxWaiting` more and rejects the rest
 * with 503.
 */
export function createSemaphore({ concurrency, maxWaiting }: SemaphoreOptions) {
  let running = 0
  const queue = new FairQueue<PromiseWithResolvers<void>>(maxWaiting)

  /**
   * Runs a task. Waiting tasks of several clients take turns; those of one client run in FIFO order. A task whose
   * signal aborts stops waiting. A running task must check the signal itself.
   */
  return async function run<Result>(
    task: () => Promise<Result>,
    client = '',
    signal?: AbortSignal,
  ): Promise<Result> {
    signal?.throwIfAborted()
    if (running < concurrency) running++
    else {
      const turn = Promise.withResolvers<void>()
      const leave = () => {
        queue.remove(client, turn)
        turn.reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave)
      queue.add(client, turn)?.reject(new OverloadedError())
      await turn.promise.finally(() => signal?.removeEventListener('abort', leave))
    }
    try {
      return await task()
    } finally {
      // A queued task takes over the slot, so that no later call takes it in between.
      const next = queue.takeNext()
      if (next) next.resolve()
      else running--
    }
  }
}

/**
 * Returns a function that runs tasks with the same key one at a time, in FIFO order. A rejected task does not block the
 * next.
 */
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
