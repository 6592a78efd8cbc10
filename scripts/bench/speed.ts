import type { Bench } from './bench.ts'
import { compareWithLimits } from './compare.ts'
import { clientName } from './load.ts'
import { copyOfSeeded } from './seeded-data.ts'
import { openSite } from './sites.ts'
import { benchStartUp } from './start-up.ts'
import { benchUpload, watched } from './upload.ts'
import { type Reading, readingTable } from './verdict.ts'

const listings = 20_000

/** The speed table, on the embedded database. */
export async function benchSpeed(bench: Bench): Promise<string> {
  const { say, only } = bench
  const open = async (settings = {}) =>
    openSite(bench, { DATA_DIR: await copyOfSeeded(listings, bench), ...settings })
  const readings: Reading[] = []
  if (!only) {
    say('Starting and stopping…')
    readings.push(...(await benchStartUp(bench)))
    say('Uploading…')
    const uploads = await open(watched)
    readings.push(...(await benchUpload(bench, uploads)))
    await uploads.server.stop()
  }
  say('Asking…')
  const requests = await compareWithLimits(bench, {
    reading: await open(),
    writing: await open(),
    createBar: { perSecond: 1_000 },
  })
  return `${requests}

${listings.toLocaleString('en-CA')} listings, SQLite, one process; ${clientName()}, 10 connections, medians of interleaved rounds after a warm-up, every answer a success. Pages are
asked for as a browser does, compressed. No two searches are the same, and their answers are not kept; the lists of words and the listings
that they are made of are, until something is posted in the category. Posts are answered once they are on the disk.
${readings.length > 0 ? `\n${readingTable(readings)}` : ''}`
}
