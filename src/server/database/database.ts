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
  /** Only on SQLite: how often this process has written, whatever it was. */
  readonly writes?: () => number
  /** Only on a database server: for the processes that share it. */
  readonly server?: SharedServer
  /** Only where a replica is configured. */
  readonly replica?: Replica
  /** Only in a transaction on a database server: tells every listener once it has committed. */
  readonly announce?: ((channel: string, message: string) => Promise<void>) | undefined
  /** Only in a transaction on SQLite: a script that runs once before the commit, which others may share. */
  readonly atCommit?: ((script: string) => void) | undefined
  close(): Promise<void>
}

export interface SharedServer {
  /** Runs `work` unless another process holds the lock of this name; tells whether it ran. */
  locked(name: string, work: () => Promise<void>): Promise<boolean>
  /** Until the database is closed, on a connection of its own that is made again whenever it breaks. */
  listen(channel: string, listener: Listener): void
}

export interface Replica {
  /** For reading what the counter of this name counts, up to this value at least; undefined while the replica is behind or away. */
  at(counter: string, value: number): Promise<Db | undefined>
  /** Told whenever the replica is taken into use or left out. */
  onChange(listener: (inUse: boolean) => void): void
}

export interface Listener {
  /** What any process announced, in the order of the commits. */
  heard(message: string): void
  /** What this process has just committed: it will be heard in its turn, in a moment. */
  committedHere(message: string): void
  /** Asked when the connection stands, and then twice a second; one that fails is a broken connection. */
  check(connection: Pick<Db, 'all'>): Promise<void>
  /** Nothing is heard from here to the next successful check. */
  lost(): void
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
