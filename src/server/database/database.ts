import type { Sql } from 'sql-template-tag'

export type Dialect = 'sqlite' | 'postgres'

/**
 * The one way to the data. Rows come back as plain objects whose values are strings, numbers, null or
 * Uint8Array on both engines (a truth value is 0 or 1); JSON columns come back parsed on neither: read them
 * with JSON.parse. Values go in as strings, numbers, bigints, booleans, null or Uint8Array.
 */
export interface Db {
  readonly dialect: Dialect
  all<Row extends object>(query: Sql): Promise<Row[]>
  get<Row extends object>(query: Sql): Promise<Row | undefined>
  run(query: Sql): Promise<{ changes: number }>
  /** Several statements without values, for migrations: no time limit applies. */
  script(text: string): Promise<void>
  /**
   * Commits when `work` resolves, rolls back when it throws. Inside another transaction it is a savepoint:
   * wrap a statement that may fail in one, since PostgreSQL refuses to go on after a failure.
   * `work` may run again after a deadlock, so it touches nothing but the database.
   */
  transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** The database cannot answer now; the same request may succeed in a moment. */
export class DatabaseUnavailable extends Error {
  readonly code = 'unavailable'

  constructor(cause: unknown) {
    super(`The database is not available: ${reasonOf(cause)}`, { cause })
  }
}

/** Unavailable because somebody else holds a lock. */
export class DatabaseBusy extends DatabaseUnavailable {}

/** Stops the start with a sentence for the person who runs the server. */
export class StartupError extends Error {}

/** A refused connection to a name with several addresses has a code and an empty message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, '23505', [2067, 1555])
}

export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, '23503', [787])
}

export function isMissingTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return hasCode(error, '42P01', []) || error.message.startsWith('no such table')
}

function hasCode(error: unknown, sqlState: string, sqliteCodes: number[]): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return sqliteCodes.includes(Number(error.errcode))
  return 'code' in error && error.code === sqlState
}
