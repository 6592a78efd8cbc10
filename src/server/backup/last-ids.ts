import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import type { Snapshot } from './snapshot.ts'
import { keptTables } from './tables.ts'

/** The highest number each table ever gave: that of a deleted listing is not given to another. */
export type LastIds = Record<string, number>

const numberedTables = keptTables.filter(({ numbered }) => numbered).map(({ name }) => name)

export async function readLastIds(db: Snapshot): Promise<LastIds> {
  const last: LastIds = {}
  for (const table of numberedTables) {
    const query =
      db.dialect === 'sqlite'
        ? sql`SELECT seq AS id FROM sqlite_sequence WHERE name = ${table}`
        : sql`SELECT pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) AS id`
    last[table] = (await db.get<{ id: number | null }>(query))?.id ?? 0
  }
  return last
}

export async function setLastIds(tx: Db, last: LastIds): Promise<void> {
  for (const table of numberedTables) {
    const id = last[table] ?? 0
    if (id === 0) continue
    if (tx.dialect === 'postgres') {
      await tx.all(sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${id})`)
    } else {
      await tx.run(sql`DELETE FROM sqlite_sequence WHERE name = ${table}`)
      await tx.run(sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${id})`)
    }
  }
}
