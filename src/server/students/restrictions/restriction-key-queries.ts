import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '../../database/database.ts'
import { forKeyShare, forUpdate } from '../../database/row-locks.ts'

export const findKey = (db: Db) => readKey(db, empty)

export const lockKeyRow = (tx: Db) => readKey(tx, forUpdate(tx))

export const lockKeyRowShared = (tx: Db) => readKey(tx, forKeyShare(tx))

async function readKey(db: Db, lock: Sql): Promise<string | undefined> {
  const row = await db.get<{ value: string }>(sql`
    SELECT value FROM restriction_keys WHERE id = 1 ${lock}`)
  return row?.value
}

/** If there is none yet. */
export async function insertKey(db: Db, value: string) {
  await db.run(sql`
    INSERT INTO restriction_keys (id, value) VALUES (1, ${value}) ON CONFLICT (id) DO NOTHING`)
}
