import { setTimeout as sleep } from 'node:timers/promises'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Db } from './database.ts'
import { forUpdate } from './sql-fragments.ts'

/** The rows of a batch. SQLite blocks all requests during a batch, which takes under 50 ms for this many rows, even where few are in memory. */
const defaultBatchSize = 100

/** The pause between two batches, which lets requests through. */
const pauseMs = 10

interface CleanUp {
  table: string
  primaryKey: readonly string[]
  /** The condition for the rows. If they are updated, it must be false for them afterwards. */
  where: Sql
  /** An update of the rows, instead of deleting them. */
  set?: Sql
  /** Whether to lock the rows of a batch in the order of their key, like all code that locks several of them. */
  locksInOrder?: true
  batchSize?: number
}

/**
 * Deletes or updates any number of rows in small batches, each in its own transaction. One statement for all of them
 * would block every request on SQLite. On PostgreSQL it could exceed its time limit again and again, and never succeed.
 */
export async function cleanUp(db: Db, options: CleanUp): Promise<void> {
  const { where, set, locksInOrder, batchSize = defaultBatchSize } = options
  const table = raw(options.table)
  const key = raw(options.primaryKey.join(', '))
  // SQLite has no row locks. There, the order would read the table by its key instead of the index on the condition.
  const locks = locksInOrder && db.dialect === 'postgres'
  // The condition is repeated, because PostgreSQL rechecks only the outer one after waiting for a row.
  const statement = sql`
    ${set ? sql`UPDATE ${table} SET ${set}` : sql`DELETE FROM ${table}`}
    WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${where}
      ${locks ? sql`ORDER BY ${key}` : empty} LIMIT ${batchSize} ${locks ? forUpdate(db) : empty})
    AND (${where})`
  while ((await db.run(statement)).changes === batchSize) await sleep(pauseMs)
}
