import sql, { raw } from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { seedListings } from '../seed-listings.ts'
import { type Bench, BenchError } from './bench.ts'

/** A PostgreSQL server on which databases can be made for the time of the run. */
export async function openPostgresServer({ stack, say }: Bench) {
  const postgres = await startPostgres().catch((error: Error) => {
    throw new BenchError(`PostgreSQL could not be started. ${error.message}`)
  })
  stack.defer(() => postgres.stop())
  say(postgres.description)
  const admin = await openDatabase({ DATABASE_URL: postgres.url, DATA_DIR: '' })
  stack.defer(() => admin.close())
  let made = 0

  /** An empty database or a copy of another; its address. */
  async function create(original = 'template1'): Promise<string> {
    const name = `quad_bench_${process.pid}_${++made}`
    await admin.run(sql`CREATE DATABASE ${raw(name)} TEMPLATE ${raw(original)}`)
    stack.defer(async () => {
      await admin.run(sql`DROP DATABASE ${raw(name)} WITH (FORCE)`)
    })
    return Object.assign(new URL(postgres.url), { pathname: name }).href
  }

  return {
    /** The address of a new database with that many listings. */
    async seeded(listings: number): Promise<string> {
      say(`Making ${listings.toLocaleString('en-CA')} listings…`)
      const url = await create()
      const db = await open(url)
      await migrate(db)
      await seedListings(db, { listings })
      await db.close()
      return url
    },
    copyOf: (url: string) => create(new URL(url).pathname.slice(1)),
  }
}

export const open = (url: string): Promise<Db> => openDatabase({ DATABASE_URL: url, DATA_DIR: '' })
