import type { Dialect } from '#server/database/database.ts'
import type { BenchContext } from './bench-context.ts'
import { createMessageReadRows, createMessageWriteRow } from './message-rows.ts'
import { createReadRows, createWriteRows, type RequestRow } from './request-rows.ts'
import { formatRequestTable } from './result-tables.ts'
import { measureInRounds } from './rounds.ts'
import { startBaseline } from './servers.ts'
import type { Site } from './sites.ts'

interface BenchSites {
  engine: Dialect
  readSite: Site
  /** A separate site, so that new listings do not empty the caches of the read rows. */
  writeSite: Site
}

/** Measures every kind of request beside the baseline servers. Returns a table. */
export async function benchRequests(bench: BenchContext, sites: BenchSites): Promise<string> {
  const { engine, readSite, writeSite } = sites
  const fastify = {
    name: 'Fastify, hello JSON',
    server: await startBaseline(bench, 'fastify'),
    requests: [{}],
  }
  const baselines: RequestRow[] = [
    { name: 'bare Node http, hello', server: await startBaseline(bench, 'node'), requests: [{}] },
    fastify,
  ]
  const rows = [
    ...createReadRows(readSite),
    ...createMessageReadRows(readSite),
    ...createWriteRows(writeSite),
    createMessageWriteRow(writeSite),
  ]
  const selected = rows.filter(({ name }) => name.includes(bench.only))
  const measured = await measureInRounds(bench, [...baselines, ...selected])
  const baseline = measured.find(({ name }) => name === fastify.name)
  if (!baseline) throw new Error('The baseline was not measured.')
  const rowsOfEngine = measured.map((row) => ({ ...row, bar: row.bar?.[engine] }))
  return formatRequestTable(rowsOfEngine, baseline.sample)
}
