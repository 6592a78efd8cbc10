import type { Sql } from 'sql-template-tag'

export type Dialect = 'sqlite' | 'postgres'

/**
 * The one way to the data. Rows come back as plain objects whose values are strings, numbers, null or
 * Uint8Array on both engines; JSON columns come back parsed on neither: read them with JSON.parse.
 */
export interface Db {
  readonly dialect: Dialect
  all<Row extends object>(query: Sql): Promise<Row[]>
  get<Row extends object>(query: Sql): Promise<Row | undefined>
  run(query: Sql): Promise<{ changes: number }>
  /** Commits when `work` resolves, rolls back when it throws. Inside another transaction it is a savepoint. */
  transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
