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
export async function benchGrowth({ quick, stack, say }: Bench): Promise<string> {
  const used = quick ? sizes.slice(0, 2) : sizes
  const questions: Question[][] = []
  for (const size of used) {
    const db = await openDatabase({ DATA_DIR: await seededFolder(size, say) })
    stack.defer(() => db.close())
    questions.push(await questionsFor(db))
  }
  const rows: string[][] = []
  for (const [index, { name, hasBar }] of questions[0]?.entries() ?? []) {
    const medians = await medianTimes(
      questions.flatMap((all) => all[index] ?? []),
      quick ? 50 : 300,
    )
    const ratio = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)
    const judged = hasBar ? [`≤ ${bar} ×`, verdict(ratio <= bar)] : ['', '']
    rows.push([name, ...medians.map((time) => time.toFixed(3)), `${ratio.toFixed(2)} ×`, ...judged])
    say(`${name}: done`)
  }
  const columns = used.map((size) => `ms at ${size.toLocaleString('en-CA')}`)
  return `${table(['', ...columns, 'ratio', 'bar', ''], rows)}

Medians of the list function itself on SQLite, without the HTTP around it, which is the same for every size; the sizes are asked in turn.`
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
