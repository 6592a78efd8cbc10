import sql, { type Sql } from 'sql-template-tag'
import type { Db } from './database.ts'

/**
 * `column IN (…)` with any number of ids as one value, so that one prepared statement serves all. PostgreSQL looks up an
 * array in an index; joined with the ids it might read the whole table.
 */
export const isOneOf = ({ dialect }: Db, column: Sql, ids: readonly number[]): Sql =>
  dialect === 'postgres'
    ? sql`${column} = ANY (ARRAY(
        SELECT value::bigint FROM json_array_elements_text(${JSON.stringify(ids)}::json)))`
    : sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
