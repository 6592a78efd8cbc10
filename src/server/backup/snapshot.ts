import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { SqliteConnection } from '../database/sqlite-connection.ts'

/** A consistent read-only view of the database that does not block writers. */
export type Snapshot = Pick<Db, 'dialect' | 'all' | 'get'>

export function withSnapshot<Result>(
  db: Db,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return db.dialect === 'sqlite' ? withSqliteSnapshot(db, work) : withPostgresSnapshot(db, work)
}

/** On a connection of its own: a transaction of `db` would hold the write lock. */
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
    // `db.transaction` retries after some errors, but `work` has written to the backup already.
    if (hasStarted) throw new Error('The snapshot was taken away while it was being read.')
    hasStarted = true
    await tx.script(`
      SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0`)
    return work(tx)
  })
}
