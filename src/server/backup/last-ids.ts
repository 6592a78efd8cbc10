import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import type { Snapshot } from './snapshot.ts'
import { backedUpTables } from './tables.ts'

/** The highest id each table ever generated, so that the id of a deleted row is not used again. */
export type LastIds = Record<string, number>

const tablesWithGeneratedId = backedUpTables
  .filter(({ hasGeneratedId }) => hasGeneratedId)
  .map(({ name }) => name)

export async function readLastIds(db: Snapshot): Promise<LastIds> {
  const lastIds: LastIds = {}
  for (const table of tablesWithGeneratedId) {
    const query =
      db.dialect === 'sqlite'
        ? sql`SELECT seq AS id FROM sqlite_sequence WHERE name = ${table}`
        : sql`SELECT pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) AS id`
    lastIds[table] = (await db.get<{ id: number | null }>(query))?.id ?? 0
  }
  return lastIds
}

export async function setLastIds(tx: Db, lastIds: LastIds): Promise<void> {
  for (const table of tablesWithGeneratedId) {
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
