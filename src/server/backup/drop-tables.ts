import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { backedUpTables, excludedTables } from './tables.ts'

/** Leaves an empty database, so that the migrations run from the first. */
export async function dropTables(tx: Db): Promise<void> {
  const excluded = Object.keys(excludedTables).filter((name) => name !== 'migrations')
  const backedUp = backedUpTables.map(({ name }) => name).reverse()
  for (const name of [...(await findSearchIndexes(tx)), ...excluded, ...backedUp]) {
    await tx.script(`DROP TABLE ${name}`)
  }
  // Not dropped: `migrate` reads it first.
  await tx.run(sql`DELETE FROM migrations`)
}

/** The FTS5 tables of SQLite. */
async function findSearchIndexes(tx: Db): Promise<string[]> {
  if (tx.dialect === 'postgres') return []
  const rows = await tx.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE %'`,
  )
  return rows.map(({ name }) => name)
}
