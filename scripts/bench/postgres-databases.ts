import sql, { raw } from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { seedListings } from '../seed/seed-listings.ts'
import { type BenchContext, BenchError } from './bench-context.ts'
import { readParentPid } from './process-tree.ts'

/** Starts a temporary PostgreSQL server. Its databases are dropped after the run. */
export async function startBenchPostgres({ stack, log }: BenchContext) {
  const postgres = await startPostgres().catch((error: Error) => {
    throw new BenchError(`PostgreSQL could not be started. ${error.message}`)
  })
  stack.defer(() => postgres.stop())
  log(postgres.description)
  const admin = await openDatabase({ DATABASE_URL: postgres.url, DATA_DIR: '' })
  stack.defer(() => admin.close())
  let created = 0

  /** Creates a database and returns its URL. */
  async function create(template = 'template1'): Promise<string> {
    const name = `quad_bench_${process.pid}_${++created}`
    await admin.run(sql`CREATE DATABASE ${raw(name)} TEMPLATE ${raw(template)}`)
    stack.defer(async () => {
      await admin.run(sql`DROP DATABASE ${raw(name)} WITH (FORCE)`)
    })
    return Object.assign(new URL(postgres.url), { pathname: name }).href
  }

  return {
    create,
    async createSeeded(listings: number, ended = 0): Promise<string> {
      log(`Making ${listings.toLocaleString('en-CA')} listings…`)
      const url = await create()
      const db = await openPostgresDatabase(url)
      await migrate(db)
      await seedListings(db, { listings, ended })
      await db.close()
      return url
    },
    copyDatabase: (url: string) => create(new URL(url).pathname.slice(1)),
    findServerPid: () => findServerPid(admin),
  }
}

/** Finds the server's process: every connection is served by a child of it. */
async function findServerPid(db: Db): Promise<number> {
  const backend = await db.get<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
  return readParentPid(backend?.pid ?? 0)
}

export const openPostgresDatabase = (url: string): Promise<Db> =>
  openDatabase({ DATABASE_URL: url, DATA_DIR: '' })
