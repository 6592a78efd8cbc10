import sql, { raw } from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'

/** Reads all rows of all tables in the schema, so that tables added later are covered too. */
export async function readAllTables(db: Db): Promise<Record<string, object[]>> {
  const tables =
    db.dialect === 'sqlite'
      ? sql`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')`
      : sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`
  const rows: Record<string, object[]> = {}
  for (const { name } of await db.all<{ name: string }>(tables)) {
    rows[name] = await db.all(sql`SELECT * FROM ${raw(name)}`)
  }
  return rows
}

interface UserReference {
  table: string
  column: string
  onDelete: string
}

/** Returns the columns with a foreign key to `users`, and what happens to their rows when the user is deleted. */
export async function findUserReferences(db: Db): Promise<UserReference[]> {
  return db.dialect === 'sqlite'
    ? db.all(sql`
        SELECT tables.name AS "table", keys."from" AS "column", keys.on_delete AS "onDelete"
        FROM pragma_table_list AS tables, pragma_foreign_key_list(tables.name) AS keys
        WHERE keys."table" = 'users'`)
    : db.all(sql`
        SELECT conrelid::regclass::text AS "table", attname AS "column",
          CASE confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'RESTRICT' END AS "onDelete"
        FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
        WHERE contype = 'f' AND confrelid = 'users'::regclass`)
}
