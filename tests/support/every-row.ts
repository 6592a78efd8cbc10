import sql, { raw } from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'

/** Every row of every table there is, so that a table added later is looked through too. */
export async function everyRow(db: Db): Promise<Record<string, object[]>> {
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

/** The columns that hold the number of a student, by what the schema says. */
export async function columnsNamingStudents(db: Db): Promise<{ table: string; column: string }[]> {
  return db.dialect === 'sqlite'
    ? db.all(sql`
        SELECT tables.name AS "table", keys."from" AS "column"
        FROM pragma_table_list AS tables, pragma_foreign_key_list(tables.name) AS keys
        WHERE keys."table" = 'users'`)
    : db.all(sql`
        SELECT conrelid::regclass::text AS "table", attname AS "column"
        FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
        WHERE contype = 'f' AND confrelid = 'users'::regclass`)
}
