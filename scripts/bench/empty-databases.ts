import type { Db } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { type BenchContext, BenchError } from './bench-context.ts'
import { openPostgresDatabase, startBenchPostgres } from './postgres-databases.ts'
import { createTempFolder } from './temp-folder.ts'

/** A migrated one on each engine, by its name, removed after the run; without PostgreSQL where it cannot be started. */
export async function openEmptyDatabases(bench: BenchContext): Promise<[string, Db][]> {
  const databases: [string, Db][] = [
    ['SQLite', await openDatabase({ DATA_DIR: await createTempFolder(bench) })],
  ]
  try {
    const postgres = await startBenchPostgres(bench)
    databases.push(['PostgreSQL', await openPostgresDatabase(await postgres.create())])
  } catch (error) {
    if (!(error instanceof BenchError)) throw error
    bench.log(error.message)
  }
  for (const [, db] of databases) {
    bench.stack.defer(() => db.close())
    await migrate(db)
  }
  return databases
}
