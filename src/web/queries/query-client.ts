import { type Ask, Query, type QueryKey } from './query.ts'

export interface QueryOptions<Data> {
  queryKey: QueryKey
  queryFn: Ask<Data>
  /** For how many milliseconds an answer is shown without asking again. */
  staleTime?: number
}

export const normalStaleTime = 30_000

/** What travels with a page: every answer and its key. */
export type QueryAnswers = [key: QueryKey, data: unknown][]

type Concerns = (key: QueryKey) => boolean

/** Whatever stands below a key. */
export function below(parent: QueryKey): Concerns {
  return (key) => parent.every((part, index) => key[index] === part)
}

/** All answers a page has: filled before it is rendered on the server, and kept current in the browser. */
export class QueryClient {
  #queries = new Map<string, Query>()

  query<Data>(key: QueryKey): Query<Data> {
    const name = JSON.stringify(key)
    const query = this.#queries.get(name) ?? new Query(key, () => this.#queries.delete(name))
    this.#queries.set(name, query)
    return query as Query<Data>
  }

  getData<Data>(key: QueryKey): Data | undefined {
    return this.query<Data>(key).state.data
  }

  setData(key: QueryKey, data: unknown): void {
    this.query(key).set(data)
  }

  async fetch<Data>(options: QueryOptions<Data>): Promise<Data> {
    const { queryKey, queryFn, staleTime = normalStaleTime } = options
    const query = this.query<Data>(queryKey)
    const { data } = query.state
    return data === undefined || query.isStale(staleTime) ? query.fetch(queryFn) : data
  }

  /** For what a page can also do without. */
  async prefetch(options: QueryOptions<unknown>): Promise<void> {
    await this.fetch(options).catch(() => undefined)
  }

  /** No longer trusted: asked for again when next shown. */
  outdate(concerns: Concerns): void {
    for (const query of this.#concerned(concerns)) query.outdate()
  }

  /** The same, and what is on screen is asked for at once. */
  async invalidate(concerns: Concerns): Promise<void> {
    this.outdate(concerns)
    const shown = this.#concerned(concerns).filter(({ isWatched }) => isWatched)
    await Promise.all(shown.map((query) => query.refetch()))
  }

  /** Drops what nobody looks at. */
  forget(concerns: Concerns): void {
    for (const query of this.#concerned(concerns)) {
      if (!query.isWatched) this.#queries.delete(JSON.stringify(query.key))
    }
  }

  /** What waited for a network, or grew old without one, is asked for when it returns. */
  followConnection(): () => void {
    const refetch = () => {
      for (const query of this.#queries.values()) {
        if (query.isWatched && query.isStale(query.staleTime)) query.refetch()
      }
    }
    window.addEventListener('online', refetch)
    return () => window.removeEventListener('online', refetch)
  }

  answers(): QueryAnswers {
    return [...this.#queries.values()].flatMap(({ key, state: { data } }) =>
      data === undefined ? [] : [[key, data]],
    )
  }

  /** The server sends no page whose answers are old, so they are fresh on arrival. */
  addAnswers(answers: QueryAnswers): void {
    for (const [key, data] of answers) this.setData(key, data)
  }

  #concerned(concerns: Concerns): Query[] {
    return [...this.#queries.values()].filter(({ key }) => concerns(key))
  }
}
