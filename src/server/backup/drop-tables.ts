import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { allTables } from './tables.ts'

/** Leaves an empty database, so that the migrations run from the first. */
export async function dropTables(tx: Db): Promise<void> {
  // `migrate` reads the table of migrations first, so that one stays.
  const names = allTables.toReversed().filter((name) => name !== 'migrations')
  for (const name of [...(await findSearchIndexes(tx)), ...names]) {
    await tx.script(`DROP TABLE ${name}`)
  }
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
