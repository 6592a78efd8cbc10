import type { BenchContext } from './bench-context.ts'
import { loadGeneratorName } from './load.ts'
import { benchRequests } from './requests.ts'
import { formatMeasurementTable, type Measurement } from './result-tables.ts'
import { copySeededFolder } from './seeded-data.ts'
import { openSite } from './sites.ts'
import { benchStartUp } from './start-up.ts'
import { studentCount } from './students.ts'
import { benchUpload, eventLoopDelaySettings } from './upload.ts'
import { connections } from './workload.ts'

const listings = 20_000

/** Measures the speed tables on SQLite. */
export async function benchSpeed(bench: BenchContext): Promise<string> {
  const { log, only } = bench
  const open = async (settings = {}) =>
    openSite(bench, { DATA_DIR: await copySeededFolder(listings, bench), ...settings })
  const measurements: Measurement[] = []
  if (!only) {
    log('Starting and stopping…')
    measurements.push(...(await benchStartUp(bench)))
    log('Uploading…')
    const uploads = await open(eventLoopDelaySettings)
    measurements.push(...(await benchUpload(bench, uploads)))
    await uploads.server.stop()
  }
  log('Sending requests…')
  const requests = await benchRequests(bench, {
    engine: 'sqlite',
    readSite: await open(),
    writeSite: await open(),
  })
  return `${requests}

${listings.toLocaleString('en-CA')} listings, SQLite, one process; ${loadGeneratorName()}, ${connections} connections, medians of interleaved rounds after a warm-up; every response was a success.
Students are ${studentCount} accounts, logged in, with three listings each. Pages are requested compressed, as by a browser. No two searches are the same.
A new listing or message is on disk before it is acknowledged.
${measurements.length > 0 ? `\n${formatMeasurementTable(measurements)}` : ''}`
}
