import type { Bench } from './bench.ts'
import { compareWithLimits } from './compare.ts'
import { emptyFolder } from './empty-folder.ts'
import { growthTable, type Sized } from './growth.ts'
import { open, openPostgresServer } from './postgres-databases.ts'
import { openSite } from './sites.ts'

const listings = 20_000
const sizes = [1_000, 100_000]

/** The same requests on PostgreSQL, answered by one process and by three, and how they grow. */
export async function benchPostgres(bench: Bench): Promise<string> {
  const postgres = await openPostgresServer(bench)
  const reading = await postgres.seeded(listings)
  const writing = await postgres.copyOf(reading)
  const parts: string[] = []
  for (const workers of [1, 3]) {
    const processes = workers === 1 ? 'One process' : `${workers} processes`
    bench.say(`${processes}…`)
    const settings = { WORKERS: String(workers), DATA_DIR: await emptyFolder(bench) }
    const sites = {
      reading: await openSite(bench, { ...settings, DATABASE_URL: reading }),
      writing: await openSite(bench, { ...settings, DATABASE_URL: writing }),
    }
    parts.push(`### ${processes}\n\n${await compareWithLimits(bench, sites)}`)
    for (const { server } of Object.values(sites)) await server.stop()
  }
  const databases: Sized[] = []
  for (const size of sizes) {
    const db = await open(await postgres.seeded(size))
    bench.stack.defer(() => db.close())
    databases.push({ size, db })
  }
  parts.push(`### Growth\n\n${await growthTable(bench, databases)}`)
  return `${parts.join('\n\n')}

${listings.toLocaleString('en-CA')} listings but for the growth. CPU is that of the server's processes together, without PostgreSQL's. The database server is
thrown away after the run and does not wait for the disk, so posts are faster here than they would be for real.`
}
