import type { BenchContext } from '../bench-context.ts'
import { startBenchPostgres } from '../postgres-databases.ts'
import { copySeededFolder } from '../seeded-data.ts'
import { createTempFolder } from '../temp-folder.ts'
import { type Arrival, planArrivals } from './arrivals.ts'
import { type CampusSite, openCampusSite } from './campus-site.ts'
import { type Client, createClient, timeoutMs } from './client.ts'
import { createKinds } from './kinds.ts'
import { type Kind, runOpenLoop } from './open-loop.ts'
import { watchProcess } from './process-usage.ts'
import { campusStudents, pagesPerSecond } from './rates.ts'
import { type CampusRun, formatCampusRuns } from './run-tables.ts'

const listings = 20_000
const workers = 2
const rates = [1, 5, 20]

/** Measures the busiest minute of a campus as one mixed load, at several multiples of its rate. */
export async function benchCampus(bench: BenchContext): Promise<string> {
  bench.log(`SQLite, ${workers} workers…`)
  const sqlite = await openCampusSite(bench, {
    DATA_DIR: await copySeededFolder(listings, bench),
    WORKERS: String(workers),
  })
  const onSqlite = await measureRates(bench, sqlite, { server: sqlite.server.pid })
  await sqlite.server.stop()

  bench.log(`PostgreSQL, ${workers} workers…`)
  const postgres = await startBenchPostgres(bench)
  const site = await openCampusSite(bench, {
    DATABASE_URL: await postgres.createSeeded(listings),
    DATA_DIR: await createTempFolder(bench),
    WORKERS: String(workers),
  })
  const pids = { server: site.server.pid, PostgreSQL: await postgres.findServerPid() }
  const onPostgres = await measureRates(bench, site, pids)
  return `### SQLite, ${workers} workers\n\n${onSqlite}\n\n### PostgreSQL, ${workers} workers\n\n${onPostgres}

${explanation}`
}

const formatCount = (count: number) => count.toLocaleString('en-CA')

const explanation = `What a campus of ${formatCount(campusStudents)} students does in its busiest minute ([derived here](operations/capacity.md)), on ${formatCount(listings)} listings. Arrivals are planned in
advance as a Poisson process and start whether or not earlier ones were answered; their times count from the planned start, and those of the calls, photos and files
that follow a page from its answer. Times are those of successes; after ${timeoutMs / 1_000} s without an answer a request has failed. Server, database and load generator share
the machine; the load generator's timers add up to 1 ms. Memory is the highest of each second.`

async function measureRates(
  { quick, only, stack, log }: BenchContext,
  site: CampusSite,
  pids: Record<string, number>,
): Promise<string> {
  const client = createClient(site.server.url)
  stack.defer(() => client.close())
  const kinds = createKinds(site).filter(({ name }) => name.includes(only))
  const [warmUpSeconds, seconds] = quick ? [2, 10] : [10, 60]
  await runOpenLoop(client, planArrivals(kinds, { times: 1, seconds: warmUpSeconds, seed: 0 }))
  const runs: CampusRun[] = []
  for (const times of rates) {
    const arrivals = planArrivals(kinds, { times, seconds, seed: times })
    const measured = await measureRun(client, arrivals, pids)
    runs.push({ ...measured, times, seconds, pagesPerSecond: pagesPerSecond * times })
    log(`${times} × done.`)
  }
  return formatCampusRuns(
    runs,
    kinds.map(({ name }) => name),
  )
}

async function measureRun(
  client: Client,
  arrivals: Arrival<Kind>[],
  pids: Record<string, number>,
): Promise<Pick<CampusRun, 'requests' | 'lags' | 'usage' | 'generatorCores'>> {
  const watched = Object.entries(pids).map(([name, pid]) => ({ name, stop: watchProcess(pid) }))
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  const result = await runOpenLoop(client, arrivals)
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    ...result,
    usage: Object.fromEntries(watched.map(({ name, stop }) => [name, stop()])),
    generatorCores: (user + system) / ((performance.now() - started) * 1_000),
  }
}
