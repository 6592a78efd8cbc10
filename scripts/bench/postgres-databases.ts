import sql, { raw } from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { hourMs } from '#server/durations.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { seedListings } from '../seed/seed-listings.ts'
import { type SiteSize, seedSite } from '../seed/seed-site.ts'
import { type BenchContext, BenchError } from './bench-context.ts'
import { readParentPid } from './process-tree.ts'
import { hashSeedContent } from './seeded-data.ts'

/** Starts a temporary PostgreSQL server. Its databases are dropped after the run. */
export async function startBenchPostgres({ stack, log }: BenchContext) {
  const postgres = await startPostgres().catch((error: Error) => {
    throw new BenchError(`PostgreSQL could not be started. ${error.message}`)
  })
  stack.defer(() => postgres.stop())
  log(postgres.description)
  const admin = openPostgresDatabase(postgres.url)
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
    /**
     * Returns the URL of a copy of a full site. On a server of TEST_DATABASE_URL the original stays, and an interrupted
     * filling continues the next time.
     */
    async createFull(size: SiteSize): Promise<string> {
      const name = `quad_full_${Object.values(size).join('_')}_${hashSeedContent()}`
      const known = await admin.get(sql`SELECT 1 AS found FROM pg_database WHERE datname = ${name}`)
      if (!known) await admin.run(sql`CREATE DATABASE ${raw(name)}`)
      const db = openPostgresDatabase(Object.assign(new URL(postgres.url), { pathname: name }).href)
      await migrate(db)
      await seedSite(db, size, { log })
      await db.close()
      return create(name)
    },
    async createSeeded(listings: number, ended = 0): Promise<string> {
      log(`Making ${listings.toLocaleString('en-CA')} listings…`)
      const url = await create()
      const db = openPostgresDatabase(url)
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

/** Opens a database without the usual limit of time: filling and copying a full site takes minutes. */
const openPostgresDatabase = (url: string): Db => openPostgres(url, { statementTimeoutMs: hourMs })
