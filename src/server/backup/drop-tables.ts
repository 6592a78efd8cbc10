import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { keptTables, tablesLeftOut } from './tables.ts'

/** Leaves a database that the migrations can fill from the beginning. */
export async function dropTables(tx: Db): Promise<void> {
  const others = Object.keys(tablesLeftOut).filter((name) => name !== 'migrations')
  const tables = [...others, ...keptTables.map(({ name }) => name).reverse()]
  for (const name of [...(await searchIndexes(tx)), ...tables]) {
    await tx.script(`DROP TABLE ${name}`)
  }
  // Emptied, not dropped: the migrations look for it first.
  await tx.run(sql`DELETE FROM migrations`)
}

/** SQLite keeps them, and what they have yet to take in, as tables of their own. */
async function searchIndexes(tx: Db): Promise<string[]> {
  if (tx.dialect === 'postgres') return []
  const rows = await tx.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema
      WHERE sql LIKE 'CREATE VIRTUAL TABLE %' OR name = 'search_pending'`,
  )
  return rows.map(({ name }) => name)
}
