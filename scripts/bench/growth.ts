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

/** Returns a table of the databases, smallest first, with the ratio of the largest to the smallest. */
export async function measureGrowth(
  { quick, log }: BenchContext,
  databases: SizedDatabase[],
): Promise<string> {
  const queries = await Promise.all(databases.map(({ db }) => createGrowthQueries(db)))
  const rows: string[][] = []
  for (const [index, { name, maxRatio }] of queries[0]?.entries() ?? []) {
    const sameQuery = queries.flatMap((all) => all[index] ?? [])
    const medians = await measureMedians(sameQuery, quick ? 50 : 300)
    const ratio = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)
    const bar = maxRatio ? [`≤ ${maxRatio} ×`, formatVerdict(ratio <= maxRatio)] : ['', '']
    rows.push([name, ...medians.map((time) => time.toFixed(3)), `${ratio.toFixed(2)} ×`, ...bar])
    log(`${name}: done`)
  }
  const columns = databases.map(({ size, ended }) => {
    const share = ended > 0 ? `, ${ended * 100} % ended` : ''
    return `ms at ${size.toLocaleString('en-CA')}${share}`
  })
  return formatMarkdownTable(['', ...columns, 'ratio', 'bar', ''], rows)
}

/** Alternates between the sizes, so that other load on the machine affects all of them equally. */
async function measureMedians(sameQuery: GrowthQuery[], rounds: number): Promise<number[]> {
  const times: number[][] = sameQuery.map(() => [])
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [index, { run }] of sameQuery.entries()) {
      const started = performance.now()
      await run(Math.abs(round))
      if (round >= 0) times[index]?.push(performance.now() - started)
    }
  }
  return times.map(median)
}
