import type { Bench } from './bench.ts'
import { load, type Sample, type Workload } from './load.ts'
import { median } from './median.ts'

/** Everything in turn, several times over, so that what disturbs the machine disturbs all alike. */
export async function inRounds<Row extends Workload>(
  { quick, say }: Bench,
  rows: Row[],
): Promise<(Row & { sample: Sample })[]> {
  const [rounds, seconds] = quick ? [2, 1] : [5, 3]
  const samples = new Map<Row, Sample[]>(rows.map((row) => [row, []]))
  say('Warming up…')
  for (const row of rows) await load(row, 3 * seconds)
  for (let round = 1; round <= rounds; round++) {
    for (const [row, taken] of samples) taken.push(await load(row, seconds))
    say(`Round ${round} of ${rounds} done.`)
  }
  return rows.map((row) => ({ ...row, sample: middle(samples.get(row) ?? []) }))
}

function middle(samples: Sample[]): Sample {
  const of = (name: keyof Sample) => median(samples.map((sample) => sample[name]))
  return {
    perSecond: of('perSecond'),
    cpuMicros: of('cpuMicros'),
    p50: of('p50'),
    p99: of('p99'),
    bytes: of('bytes'),
  }
}
