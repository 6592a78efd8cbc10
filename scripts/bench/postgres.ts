import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { seedListings } from '../seed-listings.ts'
import { type Bench, BenchError } from './bench.ts'
import { compareWithLimits } from './compare.ts'
import { openSite } from './sites.ts'

const listings = 20_000

/** The same requests on PostgreSQL, answered by one process and by three. */
export async function benchPostgres(bench: Bench): Promise<string> {
  const { stack, say } = bench
  const postgres = await startPostgres().catch((error: Error) => {
    throw new BenchError(`PostgreSQL could not be started. ${error.message}`)
  })
  stack.defer(() => postgres.stop())
  say(postgres.description)
  const databases = await seededTwice(postgres.url, bench)
  const tables: string[] = []
  for (const workers of [1, 3]) {
    say(`Asking ${workers === 1 ? 'one process' : `${workers} processes`}…`)
    const open = async (DATABASE_URL: string) =>
      openSite(bench, {
        DATABASE_URL,
        DATA_DIR: await emptyFolder(stack),
        WORKERS: String(workers),
      })
    const [reading, writing] = [await open(databases.reading), await open(databases.writing)]
    const requests = await compareWithLimits(bench, { reading, writing })
    tables.push(`### ${workers === 1 ? 'One process' : `${workers} processes`}\n\n${requests}`)
    await reading.server.stop()
    await writing.server.stop()
  }
  return `${tables.join('\n\n')}

${listings.toLocaleString('en-CA')} listings. CPU is that of the server's processes together, without PostgreSQL's. The database server is thrown away after the run and does not
wait for the disk, so posts are faster here than they would be for real.`
}

/** One database to read from and one to post to, both new. */
async function seededTwice(server: string, { stack, say }: Bench) {
  const admin = await openDatabase({ DATABASE_URL: server, DATA_DIR: '' })
  const name = `quad_bench_${process.pid}`
  const url = (database: string) => Object.assign(new URL(server), { pathname: database }).href
  const [reading, writing] = [`${name}_reading`, `${name}_writing`] as const
  stack.defer(async () => {
    for (const each of [reading, writing]) {
      await admin.run(sql`DROP DATABASE IF EXISTS ${raw(each)} WITH (FORCE)`)
    }
    await admin.close()
  })
  await admin.run(sql`CREATE DATABASE ${raw(reading)}`)
  say(`Making ${listings.toLocaleString('en-CA')} listings…`)
  const db = await openDatabase({ DATABASE_URL: url(reading), DATA_DIR: '' })
  await migrate(db)
  await seedListings(db, { listings })
  await db.close()
  await admin.run(sql`CREATE DATABASE ${raw(writing)} TEMPLATE ${raw(reading)}`)
  return { reading: url(reading), writing: url(writing) }
}

async function emptyFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}
