import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from './database.ts'

// Row locks of a SELECT, held until the transaction ends. SQLite has none: it serialises transactions anyway.

/** The row can be neither changed nor deleted, nor locked by others. */
export const forUpdate = ({ dialect }: Db): Sql =>
  dialect === 'postgres' ? sql`FOR UPDATE` : empty

/** The row cannot be deleted; changes that keep its key go on. */
export const forKeyShare = ({ dialect }: Db): Sql =>
  dialect === 'postgres' ? sql`FOR KEY SHARE` : empty
