import type { Sql } from 'sql-template-tag'
import { errorReason } from '../errors.ts'

export type Dialect = 'sqlite' | 'postgres'

/** A statement for both engines with its values, as returned by the `sql` tag or `composeOnce`. */
export type Query = Pick<Sql, 'sql' | 'text' | 'values'>

/**
 * The database handle. On both engines, rows are plain objects whose values are strings, numbers, null or Uint8Array
 * (booleans are 0 or 1, JSON columns are text). Parameters may be strings, numbers, bigints, booleans, null or
 * Uint8Array.
 */
export interface Db {
  readonly dialect: Dialect
  all<Row extends object>(query: Query): Promise<Row[]>
  get<Row extends object>(query: Query): Promise<Row | undefined>
  run(query: Query): Promise<{ changes: number }>
  /** Runs several statements without parameters, for migrations. No statement timeout applies. */
  script(text: string): Promise<void>
  /**
   * Commits when `work` resolves, rolls back when it throws. A nested transaction is a savepoint: wrap a statement that
   * may fail in one, because PostgreSQL otherwise aborts the whole transaction. `work` is retried after a deadlock, so
   * it must have no effect outside the database.
   */
  transaction<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** The database cannot be used now. A retry may succeed. */
export class DatabaseUnavailable extends Error {
  readonly code = 'unavailable'

  constructor(cause: unknown) {
    super(`The database is not available: ${errorReason(cause)}`, { cause })
  }
}

/** Another connection holds a lock. */
export class DatabaseBusy extends DatabaseUnavailable {}

/**
 * Runs a write that a read causes, such as the time of a session's last use. The read is answered even if the disk is
 * full, and the next read tries again. It must not be used in a transaction, which PostgreSQL aborts with the first
 * error.
 */
export function writeIfPossible(write: Promise<unknown>): Promise<'written' | 'failed'> {
  return write.then(
    () => 'written',
    (error: unknown) => {
      if (error instanceof DatabaseUnavailable) return 'failed'
      throw error
    },
  )
}

export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, '23505', [2067, 1555])
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

export type Value = string | number | bigint | null | Uint8Array

/** Checks a parameter. Throws if the two engines would store it differently or not at all. */
export function toValue(value: unknown): Value {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' || typeof value === 'bigint' || value === null) return value
  if (value instanceof Uint8Array) return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new TypeError(`A query value cannot be ${describe(value)}.`)
}

function describe(value: unknown): string {
  return typeof value === 'object' ? Object.prototype.toString.call(value) : String(value)
}
