import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { SqliteConnection } from '../database/sqlite-connection.ts'

/** The database as it was at one moment, however long the reading takes and whatever others write. */
export type Snapshot = Pick<Db, 'dialect' | 'all' | 'get'>

export function withSnapshot<Result>(
  db: Db,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return db.dialect === 'sqlite' ? inFile(db, work) : onServer(db, work)
}

/** On a connection of its own: a transaction of `db` would keep everybody from writing. */
async function inFile<Result>(db: Db, work: (snapshot: Snapshot) => Promise<Result>) {
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

async function onServer<Result>(db: Db, work: (snapshot: Snapshot) => Promise<Result>) {
  let begun = false
  return db.transaction(async (tx) => {
    if (begun) throw new Error('The snapshot was taken away while it was being read.')
    begun = true
    await tx.script(`
      SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0`)
    return work(tx)
  })
}
