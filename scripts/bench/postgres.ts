import type { BenchContext } from './bench-context.ts'
import { growthSizes, measureGrowth, type SizedDatabase } from './growth.ts'
import { openPostgresDatabase, startBenchPostgres } from './postgres-databases.ts'
import { benchRequests } from './requests.ts'
import { openSite } from './sites.ts'
import { createTempFolder } from './temp-folder.ts'

const listings = 20_000

/** The same requests on PostgreSQL, with one process and with three, and how queries grow. */
export async function benchPostgres(bench: BenchContext): Promise<string> {
  const postgres = await startBenchPostgres(bench)
  const readUrl = await postgres.createSeeded(listings)
  const writeUrl = await postgres.copyDatabase(readUrl)
  const parts: string[] = []
  for (const workers of [1, 3]) {
    const processes = workers === 1 ? 'One process' : `${workers} processes`
    bench.log(`${processes}…`)
    const settings = { WORKERS: String(workers), DATA_DIR: await createTempFolder(bench) }
    const sites = {
      readSite: await openSite(bench, { ...settings, DATABASE_URL: readUrl }),
      writeSite: await openSite(bench, { ...settings, DATABASE_URL: writeUrl }),
    }
    const table = await benchRequests(bench, { engine: 'postgres', ...sites })
    parts.push(`### ${processes}\n\n${table}`)
    for (const { server } of Object.values(sites)) await server.stop()
  }
  const databases: SizedDatabase[] = []
  for (const { size, ended } of growthSizes.slice(0, 2)) {
    const db = await openPostgresDatabase(await postgres.createSeeded(size, ended))
    bench.stack.defer(() => db.close())
    databases.push({ size, ended, db })
  }
  parts.push(`### Growth\n\n${await measureGrowth(bench, databases)}`)
  return `${parts.join('\n\n')}

${listings.toLocaleString('en-CA')} listings except for growth. CPU is the sum of the server's processes, without PostgreSQL's. The database server is temporary and
runs without fsync, so creating a listing is faster here than in production.`
}
