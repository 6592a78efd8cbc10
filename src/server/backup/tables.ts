import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import type { BackedUpTable, TableData } from '../database/room-data.ts'
import { SqliteConnection } from '../database/sqlite-connection.ts'
import { roomData } from '../wiring.ts'

const tables: Record<string, TableData> = Object.assign({}, ...roomData.map((room) => room.tables))

/** Returns the names of all tables. A table comes after those that its foreign keys reference. */
function orderByReferences(): string[] {
  const ordered = new Set<string>()
  const add = (name: string) => {
    for (const referenced of tables[name]?.references ?? []) add(referenced)
    ordered.add(name)
  }
  for (const name of Object.keys(tables)) add(name)
  return [...ordered]
}

export const allTables: readonly string[] = orderByReferences()

export interface NamedTable extends BackedUpTable {
  name: string
}

export const backedUpTables: readonly NamedTable[] = allTables.flatMap((name) => {
  const table = tables[name]
  return table && 'key' in table ? [{ ...table, name }] : []
})

/** Tables of older versions that a migration has replaced. Backups from then contain them. */
export const formerTables: readonly NamedTable[] = [{ name: 'visits', key: ['id'] }]

/** Returns the tables to back up of a database that an older version used. It lacks tables of later migrations. */
export async function findOlderTables(db: Snapshot): Promise<NamedTable[]> {
  const query =
    db.dialect === 'sqlite'
      ? sql`SELECT name FROM sqlite_schema WHERE type = 'table'`
      : sql`
          SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = current_schema()`
  const existing = new Set((await db.all<{ name: string }>(query)).map(({ name }) => name))
  return [...backedUpTables, ...formerTables].filter(({ name }) => existing.has(name))
}

export type TableRow = Record<string, string | number | null>

/** A batch of listings takes about 10 ms to read and write. */
const batchSize = 100

/** Returns the columns of a table, without generated columns, which cannot be inserted. */
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

/**
 * Yields all rows in batches: a large table does not fit into memory, and a long query blocks the event loop on SQLite.
 */
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

/** Inserts the rows and keeps their ids. */
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

/** The highest id that each table ever generated, so that the id of a deleted row is not used again. */
export type LastIds = Record<string, number>

const namesWithGeneratedId = (tables: readonly NamedTable[]) =>
  tables.filter(({ hasGeneratedId }) => hasGeneratedId).map(({ name }) => name)

export async function readLastIds(db: Snapshot, tables: readonly NamedTable[]): Promise<LastIds> {
  const lastIds: LastIds = {}
  for (const table of namesWithGeneratedId(tables)) {
    const query =
      db.dialect === 'sqlite'
        ? sql`SELECT seq AS id FROM sqlite_sequence WHERE name = ${table}`
        : sql`SELECT pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) AS id`
    lastIds[table] = (await db.get<{ id: number | null }>(query))?.id ?? 0
  }
  return lastIds
}

export async function setLastIds(tx: Db, lastIds: LastIds): Promise<void> {
  for (const table of namesWithGeneratedId(backedUpTables)) {
    const id = lastIds[table] ?? 0
    if (id === 0) continue
    if (tx.dialect === 'postgres') {
      await tx.all(sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${id})`)
    } else {
      await tx.run(sql`DELETE FROM sqlite_sequence WHERE name = ${table}`)
      await tx.run(sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${id})`)
    }
  }
}

/** Empties the database, so that all migrations run again. */
export async function dropTables(tx: Db): Promise<void> {
  // `migrate` first reads the table of migrations, so that table stays.
  const names = allTables.toReversed().filter((name) => name !== 'migrations')
  for (const name of [...(await findSearchIndexes(tx)), ...names]) {
    await tx.script(`DROP TABLE ${name}`)
  }
  await tx.run(sql`DELETE FROM migrations`)
}

/** Finds the FTS5 tables of SQLite. */
async function findSearchIndexes(tx: Db): Promise<string[]> {
  if (tx.dialect === 'postgres') return []
  const rows = await tx.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE %'`,
  )
  return rows.map(({ name }) => name)
}

/** A consistent read-only view of the database that does not block writers. */
export type Snapshot = Pick<Db, 'dialect' | 'all' | 'get'>

export function withSnapshot<Result>(
  db: Db,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return db.dialect === 'sqlite' ? withSqliteSnapshot(db, work) : withPostgresSnapshot(db, work)
}

/** Opens another connection, because a transaction of `db` would hold the write lock. */
async function withSqliteSnapshot<Result>(db: Db, work: (snapshot: Snapshot) => Promise<Result>) {
  const row = await db.get<{ file: string }>(
    sql`SELECT file FROM pragma_database_list WHERE name = 'main'`,
  )
  const connection = new SqliteConnection(row?.file ?? '', 'PRAGMA query_only = ON; BEGIN')
  try {
    return await work({
      dialect: 'sqlite',
      all: async (query) => connection.all(query),
      get: async (query) => connection.get(query),
    })
  } finally {
    connection.close()
  }
}

async function withPostgresSnapshot<Result>(db: Db, work: (snapshot: Snapshot) => Promise<Result>) {
  let hasStarted = false
  return db.transaction(async (tx) => {
    // `db.transaction` retries after some errors, but `work` cannot run twice: it has already written to the backup.
    if (hasStarted) throw new Error('The snapshot was taken away while it was being read.')
    hasStarted = true
    await tx.script(`
      SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0`)
    return work(tx)
  })
}
