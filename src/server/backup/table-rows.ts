import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import type { NamedTable } from './tables.ts'

export type TableRow = Record<string, string | number | null>

const batchSize = 200

/** Without generated columns, which cannot be inserted. */
export async function readTableColumns(
  db: Pick<Db, 'dialect' | 'all'>,
  table: string,
): Promise<string[]> {
  const query =
    db.dialect === 'sqlite'
      ? sql`SELECT name FROM pragma_table_xinfo(${table}) WHERE hidden = 0 ORDER BY cid`
      : sql`
          SELECT column_name AS name FROM information_schema.columns
          WHERE table_schema = current_schema() AND table_name = ${table} AND is_generated = 'NEVER'
          ORDER BY ordinal_position`
  return (await db.all<{ name: string }>(query)).map(({ name }) => name)
}

/** All rows in batches: a large table does not fit into memory, and a long query blocks the event loop on SQLite. */
export async function* readTableRows(
  db: Pick<Db, 'dialect' | 'all'>,
  { name, key }: NamedTable,
): AsyncGenerator<TableRow[]> {
  const columns = columnList(await readTableColumns(db, name))
  let after: Sql = empty
  for (;;) {
    const rows = await db.all<TableRow>(sql`
      SELECT ${columns} FROM ${raw(name)} ${after} ORDER BY ${columnList(key)} LIMIT ${batchSize}`)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = sql`WHERE (${columnList(key)}) > (${join(key.map((column) => last[column]))})`
  }
}

/** Keeps the ids of the rows. */
export async function insertTableRows(
  tx: Db,
  table: string,
  columns: string[],
  rows: TableRow[],
): Promise<void> {
  const values = rows.map((row) => sql`(${join(columns.map((column) => row[column]))})`)
  const overriding = tx.dialect === 'postgres' ? sql`OVERRIDING SYSTEM VALUE` : empty
  await tx.run(sql`
    INSERT INTO ${raw(table)} (${columnList(columns)}) ${overriding} VALUES ${join(values)}`)
}

const columnList = (columns: readonly string[]) => raw(columns.join(', '))
