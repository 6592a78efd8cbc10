import type { Db } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { BenchContext } from './bench-context.ts'
import { createGrowthQueries, type GrowthQuery } from './growth-queries.ts'
import { formatMarkdownTable } from './markdown-table.ts'
import { median } from './median.ts'
import { formatVerdict } from './result-tables.ts'
import { getSeededFolder } from './seeded-data.ts'

/** The sizes to measure. Most listings in the larger databases have ended, because ended listings must cost nothing. */
export const growthSizes = [
  { size: 1_000, ended: 0 },
  { size: 100_000, ended: 0.9 },
  { size: 1_000_000, ended: 0.9 },
]
const warmUpRounds = 20
/** The bar for a search in which nothing was corrected. */
const maxMsBeyondExact = 1

/** Measures how the time of queries grows with the number of listings, on SQLite. */
export async function benchGrowth(bench: BenchContext): Promise<string> {
  const databases: SizedDatabase[] = []
  for (const { size, ended } of bench.quick ? growthSizes.slice(0, 2) : growthSizes) {
    const folder = await getSeededFolder(size, bench.log, ended)
    const db = await openDatabase({ DATA_DIR: folder })
    bench.stack.defer(() => db.close())
    databases.push({ size, ended, db })
  }
  return `${await measureGrowth(bench, databases)}

Medians of the list function itself on SQLite, without HTTP, which costs the same for every size; the sizes are queried in turn.`
}

export interface SizedDatabase {
  size: number
  ended: number
  db: Db
}

/**
 * Returns a table of the databases, smallest first, with the ratio of the largest to the smallest. A second table says how
 * much longer searches take than the same words with `exact=1`.
 */
export async function measureGrowth(
  { quick, only, log }: BenchContext,
  databases: SizedDatabase[],
): Promise<string> {
  const queries = await Promise.all(databases.map(({ db }) => createGrowthQueries(db)))
  const rows: string[][] = []
  const rowsBeyondExact: string[][] = []
  for (const [index, { name, maxRatio }] of queries[0]?.entries() ?? []) {
    if (!name.includes(only)) continue
    const sameQuery = queries.flatMap((all) => all[index] ?? [])
    const { medians, beyondExact } = await measureMedians(sameQuery, quick ? 50 : 300)
    const ratio = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)
    const bar = maxRatio ? [`≤ ${maxRatio} ×`, formatVerdict(ratio <= maxRatio)] : ['', '']
    rows.push([name, ...medians.map((time) => time.toFixed(3)), `${ratio.toFixed(2)} ×`, ...bar])
    if (beyondExact.length > 0) {
      const verdict = formatVerdict(beyondExact.every((time) => time <= maxMsBeyondExact))
      const times = beyondExact.map((time) => time.toFixed(3))
      rowsBeyondExact.push([name, ...times, `≤ ${maxMsBeyondExact} ms`, verdict])
    }
    log(`${name}: done`)
  }
  const columns = databases.map(({ size, ended }) => {
    const share = ended > 0 ? `, ${ended * 100} % ended` : ''
    return `ms at ${size.toLocaleString('en-CA')}${share}`
  })
  const table = formatMarkdownTable(['', ...columns, 'ratio', 'bar', ''], rows)
  if (rowsBeyondExact.length === 0) return table
  return `${table}

How much longer a search that corrects nothing takes than one for the same words with \`exact=1\`:

${formatMarkdownTable(['', ...columns, 'bar', ''], rowsBeyondExact)}`
}

/**
 * Alternates between the sizes, so that other load on the machine affects all of them equally. The exact search follows
 * the other at once, and the difference is taken of each pair.
 */
async function measureMedians(sameQuery: GrowthQuery[], rounds: number) {
  const times: number[][] = sameQuery.map(() => [])
  const beyondExact: number[][] = sameQuery.flatMap(({ exact }) => (exact ? [[]] : []))
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [index, { run, exact }] of sameQuery.entries()) {
      const time = await measureMs(() => run(Math.abs(round)))
      const exactTime = exact && (await measureMs(() => exact(Math.abs(round))))
      if (round < 0) continue
      times[index]?.push(time)
      if (exactTime !== undefined) beyondExact[index]?.push(time - exactTime)
    }
  }
  return { medians: times.map(median), beyondExact: beyondExact.map(median) }
}

async function measureMs(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}
