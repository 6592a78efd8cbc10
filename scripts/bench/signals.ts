import { monitorEventLoopDelay } from 'node:perf_hooks'
import sql from 'sql-template-tag'
import { categoryById } from '#categories/index.ts'
import { maxLengths } from '#categories/limits.ts'
import type { Db } from '#server/database/database.ts'
import {
  findListingsByIds,
  findListingsOfSeller,
  type ListingRow,
} from '#server/listings/listing-queries.ts'
import { findRenewable } from '#server/signals/duplicates/read-duplicates.ts'
import { readPhotoMatches } from '#server/signals/photos/read-photo-matches.ts'
import { countPriceGroups } from '#server/signals/prices/count-price-groups.ts'
import { readOwnSignals, readPageSignals } from '#server/signals/read-signals.ts'
import { wordSignals } from '#server/signals/words/word-signals.ts'
import { seedListings } from '../seed-listings.ts'
import type { BenchContext } from './bench-context.ts'
import { openEmptyDatabases } from './empty-databases.ts'
import { formatMarkdownTable } from './markdown-table.ts'
import { median, quantile } from './median.ts'
import { formatVerdict } from './result-tables.ts'
import { insertPhotos } from './signal-photos.ts'
import { timeWork } from './time-work.ts'

const category = categoryById.rental
const nearPairs = 40
const ownListings = 100
const warmUpRounds = 20
/** What no student notices. */
const maxDelayMs = 50

/** What signals cost where every listing has a photo: counting median prices, and reading what is said of a listing. */
export async function benchSignals(bench: BenchContext): Promise<string> {
  const listings = bench.quick ? 5_000 : 100_000
  const [counted, read]: [string[][], Map<string, string[]>] = [[], new Map()]
  const engines: string[] = []
  for (const [engine, db] of await openEmptyDatabases(bench)) {
    bench.log(`${engine}…`)
    engines.push(engine)
    await seedListings(db, { listings })
    const nearIds = await insertPhotos(db, { nearPairs, pairsIn: category.id })
    counted.push([engine, ...(await measureCount(db))])
    for (const { name, run } of await createReads(db, nearIds)) {
      const times = await measure(run, bench.quick ? 50 : 500)
      const cells = [median(times).toFixed(2), quantile(times, 0.95).toFixed(2)]
      read.set(name, [...(read.get(name) ?? []), ...cells])
      bench.log(`${name}: done`)
    }
  }
  const countColumns = [
    'counted in',
    'CPU',
    'longest delay',
    'bar',
    '',
    'groups',
    'counted again in',
  ]
  const readColumns = engines.flatMap((engine) => [`${engine}, median ms`, 'p95 ms'])
  const size = listings.toLocaleString('en-CA')
  return `${formatMarkdownTable(['median prices', ...countColumns], counted)}

${formatMarkdownTable(
  ['signals', ...readColumns],
  [...read].map(([name, cells]) => [name, ...cells]),
)}

${size} listings with a photo each, of which ${nearPairs} nearly have that of another. The job counts all, then once more when nothing has changed; the delay is that
of the event loop meanwhile. Reading is that of the functions themselves, one after the other, without HTTP. Words do not read the database.`
}

async function measureCount(db: Db): Promise<string[]> {
  const options = { now: Date.now(), signal: new AbortController().signal }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let groups = 0
  const first = await timeWork(async () => {
    groups = await countPriceGroups(db, options)
  })
  const again = await timeWork(() => countPriceGroups(db, options))
  delay.disable()
  const delayMs = delay.max / 1e6
  return [
    `${first.elapsed.toFixed(1)} s`,
    `${first.cpu.toFixed(1)} s`,
    `${Math.round(delayMs)} ms`,
    `≤ ${maxDelayMs} ms`,
    formatVerdict(delayMs <= maxDelayMs),
    groups.toLocaleString('en-CA'),
    `${again.elapsed.toFixed(1)} s`,
  ]
}

interface Read {
  name: string
  run: (round: number) => unknown
}

async function createReads(db: Db, nearIds: number[]): Promise<Read[]> {
  const now = Date.now()
  const any = await readListed(db)
  const near = await findListingsByIds(db, category.id, nearIds)
  const own = await giveToOneSeller(db, any.slice(0, ownListings))
  const text = longText()
  const oneOf = (rows: ListingRow[], round: number) => {
    const row = rows[round % rows.length]
    if (!row) throw new Error('There is no listing.')
    return row
  }
  return [
    {
      name: 'page of a listing',
      run: (round) => readPageSignals(db, category, oneOf(any, round), now),
    },
    {
      name: 'page of one with nearly the photo of another',
      run: (round) => readPageSignals(db, category, oneOf(near, round), now),
    },
    {
      name: `dashboard with ${own.length} listings`,
      run: () => readOwnSignals(db, category, own, now),
    },
    {
      name: 'photos near those of a listing',
      run: (round) => readPhotoMatches(db, category, [oneOf(any, round)], now),
    },
    {
      name: `duplicates of a new listing of a seller with ${own.length}`,
      run: (round) => {
        const row = oneOf(own, round)
        return findRenewable(db, category, row, now)
      },
    },
    {
      name: `words of a text of ${text.length.toLocaleString('en-CA')} characters`,
      run: () => wordSignals(text),
    },
  ]
}

/** Spread over all. */
async function readListed(db: Db): Promise<ListingRow[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM listings WHERE listed AND category = ${category.id} ORDER BY id`)
  const step = Math.ceil(rows.length / 500)
  const ids = rows.filter((_, index) => index % step === 0).map(({ id }) => id)
  return findListingsByIds(db, category.id, ids)
}

async function giveToOneSeller(db: Db, rows: ListingRow[]): Promise<ListingRow[]> {
  const sellerId = rows[0]?.seller_id ?? 0
  for (const { id } of rows) {
    await db.run(sql`UPDATE listings SET seller_id = ${sellerId} WHERE id = ${id}`)
  }
  return findListingsOfSeller(db, category.id, sellerId, { onlyListed: true, limit: ownListings })
}

/** The longest description, in words that begin as those which rules look for. */
function longText(): string {
  const sentence =
    'I can send more pictures of the room, pay for my own gift wrap and wire shelves. '
  return sentence.repeat(100).slice(0, maxLengths.description)
}

async function measure(run: Read['run'], rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = -warmUpRounds; round < rounds; round++) {
    const started = performance.now()
    await run(Math.abs(round))
    if (round >= 0) times.push(performance.now() - started)
  }
  return times
}
