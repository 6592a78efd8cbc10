import type { Db } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Bench } from './bench.ts'
import { type Question, questionsFor } from './growth-questions.ts'
import { median } from './median.ts'
import { seededFolder } from './seeded-data.ts'
import { table } from './table.ts'
import { verdict } from './verdict.ts'

const sizes = [1_000, 100_000, 1_000_000]
const bar = 2
const warmUp = 20

/** Whether questions take longer because there are more listings. */
export async function benchGrowth(bench: Bench): Promise<string> {
  const databases: Sized[] = []
  for (const size of bench.quick ? sizes.slice(0, 2) : sizes) {
    const db = await openDatabase({ DATA_DIR: await seededFolder(size, bench.say) })
    bench.stack.defer(() => db.close())
    databases.push({ size, db })
  }
  return `${await growthTable(bench, databases)}

Medians of the list function itself on SQLite, without the HTTP around it, which is the same for every size; the sizes are asked in turn.`
}

export interface Sized {
  size: number
  db: Db
}

/** The databases from the smallest to the largest, and how much longer each question takes in the last. */
export async function growthTable({ quick, say }: Bench, databases: Sized[]): Promise<string> {
  const questions = await Promise.all(databases.map(({ db }) => questionsFor(db)))
  const rows: string[][] = []
  for (const [index, { name, hasBar }] of questions[0]?.entries() ?? []) {
    const same = questions.flatMap((all) => all[index] ?? [])
    const medians = await medianTimes(same, quick ? 50 : 300)
    const ratio = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)
    const judged = hasBar ? [`≤ ${bar} ×`, verdict(ratio <= bar)] : ['', '']
    rows.push([name, ...medians.map((time) => time.toFixed(3)), `${ratio.toFixed(2)} ×`, ...judged])
    say(`${name}: done`)
  }
  const columns = databases.map(({ size }) => `ms at ${size.toLocaleString('en-CA')}`)
  return table(['', ...columns, 'ratio', 'bar', ''], rows)
}

/** Asks every size in turn, so that what disturbs the machine disturbs all alike. */
async function medianTimes(sameQuestion: Question[], rounds: number): Promise<number[]> {
  const times: number[][] = sameQuestion.map(() => [])
  for (let round = -warmUp; round < rounds; round++) {
    for (const [index, { ask }] of sameQuestion.entries()) {
      const started = performance.now()
      await ask(Math.abs(round))
      if (round >= 0) times[index]?.push(performance.now() - started)
    }
  }
  return times.map(median)
}
