import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Db, Query } from './database.ts'

/**
 * Returns `column IN (…)` with any number of ids as one value, so that one prepared statement serves all numbers.
 * PostgreSQL looks up an array in an index; if it joined the ids, it might read the whole table.
 */
export const isOneOf = (db: Db, column: Sql, ids: readonly number[]): Sql =>
  isInArray(db, column, ids, 'bigint')

/** Works like `isOneOf`, for a column of text. */
export const isOneOfNames = (db: Db, column: Sql, names: readonly string[]): Sql =>
  isInArray(db, column, names, 'text')

function isInArray({ dialect }: Db, column: Sql, values: readonly unknown[], type: string): Sql {
  const array = JSON.stringify(values)
  return dialect === 'postgres'
    ? sql`${column} = ANY (ARRAY(
        SELECT value::${raw(type)} FROM json_array_elements_text(${array}::json)))`
    : sql`${column} IN (SELECT value FROM json_each(${array}))`
}

// These are row locks of a SELECT, held until the transaction ends. SQLite needs none, because it serialises transactions.

/** Nobody else can change, delete or lock the row. */
export const forUpdate = ({ dialect }: Db): Sql =>
  dialect === 'postgres' ? sql`FOR UPDATE` : empty

/** Like `forUpdate`, but leaves out rows that another transaction has locked instead of waiting for it. */
export const forUpdateSkipLocked = ({ dialect }: Db): Sql =>
  dialect === 'postgres' ? sql`FOR UPDATE SKIP LOCKED` : empty

/** Locks the row, so that others cannot delete it or change its key. They can still change its other columns. */
export const forKeyShare = ({ dialect }: Db): Sql =>
  dialect === 'postgres' ? sql`FOR KEY SHARE` : empty

/** Makes transactions that lock the same key wait for each other until they end. SQLite serialises all of them anyway. */
export async function lockKey(tx: Db, key: string) {
  if (tx.dialect === 'postgres') {
    await tx.all(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  }
}

/**
 * Composes a frequent statement once, because composing it costs a third of running it. The values replace those of the
 * template.
 */
export function composeOnce({ sql, text }: Sql): (...values: unknown[]) => Query {
  return (...values) => ({ sql, text, values })
}
