export type QueryKey = readonly (string | number | null)[]

/** Asks the server; called off by the signal when nobody waits for the answer any more. */
export type Ask<Data> = (signal: AbortSignal) => Promise<Data>

export interface QueryState<Data> {
  data: Data | undefined
  error: Error | null
  /** When the data came; 0 where it never did, or no longer holds. */
  freshSince: number
  isFetching: boolean
}

/** How long an answer is kept that nobody looks at. */
const keptMs = 300_000

/** One answer of the server: asked for once, however many wait for it. */
export class Query<Data = unknown> {
  readonly key: QueryKey
  state: QueryState<Data> = { data: undefined, error: null, freshSince: 0, isFetching: false }
  /** How whoever looks at it asks again, and when. */
  ask: Ask<Data> | undefined
  staleTime = 0
  #watchers = new Set<() => void>()
  #underWay: { answer: Promise<Data>; controller: AbortController } | undefined
  #parting: ReturnType<typeof setTimeout> | undefined
  #onForgotten: () => void

  constructor(key: QueryKey, onForgotten: () => void) {
    this.key = key
    this.#onForgotten = onForgotten
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0
  }

  isStale(staleTime: number): boolean {
    const { freshSince } = this.state
    return freshSince === 0 || Date.now() - freshSince >= staleTime
  }

  watch = (onChange: () => void): (() => void) => {
    clearTimeout(this.#parting)
    this.#watchers.add(onChange)
    return () => {
      this.#watchers.delete(onChange)
      if (this.isWatched) return
      this.#callOff()
      this.#parting = setTimeout(this.#onForgotten, keptMs)
    }
  }

  set(data: Data): void {
    this.#change({ data, error: null, freshSince: Date.now() })
  }

  /** What is under way already is waited for instead of asked again. */
  fetch(ask: Ask<Data>): Promise<Data> {
    if (this.#underWay) return this.#underWay.answer
    const controller = new AbortController()
    const answer = ask(controller.signal)
    this.#underWay = { answer, controller }
    const settle = (outcome: Partial<QueryState<Data>>) => {
      if (this.#underWay?.controller !== controller) return
      this.#underWay = undefined
      this.#change({ ...outcome, isFetching: false })
    }
    answer.then(
      (data) => settle({ data, error: null, freshSince: Date.now() }),
      (error) => settle({ error }),
    )
    const { data, error } = this.state
    this.#change({ isFetching: true, error: data === undefined ? null : error })
    return answer
  }

  /** Asks for what is on screen once more; without a network it waits for one. */
  async refetch(): Promise<void> {
    if (!this.ask || !isOnline()) return
    // Its failure is part of the state.
    await this.fetch(this.ask).catch(() => undefined)
  }

  /** The answer no longer holds, nor does one that is on its way. */
  outdate(): void {
    this.#callOff()
    this.#change({ freshSince: 0 })
  }

  #callOff() {
    if (!this.#underWay) return
    const { controller } = this.#underWay
    this.#underWay = undefined
    controller.abort()
    this.#change({ isFetching: false })
  }

  #change(changes: Partial<QueryState<Data>>) {
    this.state = { ...this.state, ...changes }
    for (const onChange of this.#watchers) onChange()
  }
}

export const isOnline = (): boolean => globalThis.navigator?.onLine !== false
