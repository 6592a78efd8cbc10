import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from './database.ts'

/**
 * `column IN (…)` with any number of ids as one value, so that one prepared statement serves all. PostgreSQL looks up an
 * array in an index; joined with the ids it might read the whole table.
 */
export const isOneOf = (db: Db, column: Sql, ids: readonly number[]): Sql =>
  isInArray(db, column, ids, 'bigint')

/** The same for a column of text. */
export const isOneOfNames = (db: Db, column: Sql, names: readonly string[]): Sql =>
  isInArray(db, column, names, 'text')

function isInArray({ dialect }: Db, column: Sql, values: readonly unknown[], type: string): Sql {
  const array = JSON.stringify(values)
  return dialect === 'postgres'
    ? sql`${column} = ANY (ARRAY(
        SELECT value::${raw(type)} FROM json_array_elements_text(${array}::json)))`
    : sql`${column} IN (SELECT value FROM json_each(${array}))`
}
