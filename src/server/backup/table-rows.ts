import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import type { KeptTable } from './tables.ts'

export type Row = Record<string, string | number | null>

const rowsAtOnce = 200

/** The columns that are written; those the database works out by itself are not among them. */
export async function columnsOf(db: Pick<Db, 'dialect' | 'all'>, table: string): Promise<string[]> {
  const columns =
    db.dialect === 'sqlite'
      ? sql`SELECT name FROM pragma_table_xinfo(${table}) WHERE hidden = 0 ORDER BY cid`
      : sql`
          SELECT column_name AS name FROM information_schema.columns
          WHERE table_schema = current_schema() AND table_name = ${table} AND is_generated = 'NEVER'
          ORDER BY ordinal_position`
  return (await db.all<{ name: string }>(columns)).map(({ name }) => name)
}

/** All rows, some at a time: a large table never fits into memory, and reading it holds up nobody. */
export async function* rowsOf(
  db: Pick<Db, 'dialect' | 'all'>,
  { name, key }: KeptTable,
): AsyncGenerator<Row[]> {
  const columns = names(await columnsOf(db, name))
  let after: Sql = empty
  for (;;) {
    const rows = await db.all<Row>(sql`
      SELECT ${columns} FROM ${raw(name)} ${after} ORDER BY ${names(key)} LIMIT ${rowsAtOnce}`)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = sql`WHERE (${names(key)}) > (${join(key.map((column) => last[column]))})`
  }
}

/** Puts rows back with the numbers they had. */
export async function insertRows(tx: Db, table: string, columns: string[], rows: Row[]) {
  const values = rows.map((row) => sql`(${join(columns.map((column) => row[column]))})`)
  const numbers = tx.dialect === 'postgres' ? sql`OVERRIDING SYSTEM VALUE` : empty
  await tx.run(sql`
    INSERT INTO ${raw(table)} (${names(columns)}) ${numbers} VALUES ${join(values)}`)
}

const names = (columns: string[]) => raw(columns.join(', '))
