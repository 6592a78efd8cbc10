import { onlineManager } from './online-manager.ts'

export type QueryKey = readonly (string | number | null)[]

/** The signal aborts when the last observer unsubscribes or the query is invalidated. */
export type QueryFunction<Data> = (context: { signal: AbortSignal }) => Promise<Data>

interface QueryState<Data> {
  data: Data | undefined
  error: Error | null
  /** 0 before the first success and after an invalidation. */
  dataUpdatedAt: number
  isFetching: boolean
}

/** How long an inactive query stays in the cache. */
const gcTimeMs = 300_000

/** One cache entry. Concurrent fetches share one request. */
export class Query<Data = unknown> {
  readonly queryKey: QueryKey
  state: QueryState<Data> = { data: undefined, error: null, dataUpdatedAt: 0, isFetching: false }
  /** Set by the latest observer, for refetches that no component starts. */
  queryFn: QueryFunction<Data> | undefined
  staleTime = 0
  #observers = new Set<() => void>()
  #inFlight: { promise: Promise<Data>; controller: AbortController } | undefined
  #gcTimer: ReturnType<typeof setTimeout> | undefined
  #onGarbageCollect: () => void

  constructor(queryKey: QueryKey, onGarbageCollect: () => void) {
    this.queryKey = queryKey
    this.#onGarbageCollect = onGarbageCollect
  }

  get isActive(): boolean {
    return this.#observers.size > 0
  }

  isStale(staleTime: number): boolean {
    const { dataUpdatedAt } = this.state
    return dataUpdatedAt === 0 || Date.now() - dataUpdatedAt >= staleTime
  }

  subscribe = (onChange: () => void): (() => void) => {
    clearTimeout(this.#gcTimer)
    this.#observers.add(onChange)
    return () => {
      this.#observers.delete(onChange)
      if (this.isActive) return
      this.#cancel()
      this.#gcTimer = setTimeout(this.#onGarbageCollect, gcTimeMs)
    }
  }

  setData(data: Data): void {
    this.#setState({ data, error: null, dataUpdatedAt: Date.now() })
  }

  /** Joins the request in flight, if there is one. */
  fetch(queryFn: QueryFunction<Data>): Promise<Data> {
    if (this.#inFlight) return this.#inFlight.promise
    const controller = new AbortController()
    const promise = queryFn({ signal: controller.signal })
    this.#inFlight = { promise, controller }
    const settle = (result: Partial<QueryState<Data>>) => {
      if (this.#inFlight?.controller !== controller) return
      this.#inFlight = undefined
      this.#setState({ ...result, isFetching: false })
    }
    promise.then(
      (data) => settle({ data, error: null, dataUpdatedAt: Date.now() }),
      (error) => settle({ error }),
    )
    const { data, error } = this.state
    this.#setState({ isFetching: true, error: data === undefined ? null : error })
    return promise
  }

  /** Does nothing while offline: the client refetches on reconnect. */
  async refetch(): Promise<void> {
    if (!this.queryFn || !onlineManager.isOnline()) return
    // The error is in the state.
    await this.fetch(this.queryFn).catch(() => undefined)
  }

  /** Marks the data as stale and aborts the request in flight, whose result would be stale too. */
  invalidate(): void {
    this.#cancel()
    this.#setState({ dataUpdatedAt: 0 })
  }

  #cancel() {
    if (!this.#inFlight) return
    const { controller } = this.#inFlight
    this.#inFlight = undefined
    controller.abort()
    this.#setState({ isFetching: false })
  }

  #setState(changes: Partial<QueryState<Data>>) {
    this.state = { ...this.state, ...changes }
    for (const onChange of this.#observers) onChange()
  }
}
