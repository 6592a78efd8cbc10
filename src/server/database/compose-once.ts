import type { Sql } from 'sql-template-tag'
import type { Query } from './database.ts'

/** For statements of every request: composing one anew costs a third of running it. The values take the place of the template's. */
export function composeOnce({ sql, text }: Sql): (...values: unknown[]) => Query {
  return (...values) => ({ sql, text, values })
}
