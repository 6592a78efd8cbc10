import type { BenchContext } from './bench-context.ts'
import { measureLoad } from './load.ts'
import { median } from './median.ts'
import type { Sample, Workload } from './workload.ts'

/** Measures all rows in turn, several times, so that other load on the machine affects all equally. Returns medians. */
export async function measureInRounds<Row extends Workload>(
  { quick, log }: BenchContext,
  rows: Row[],
): Promise<(Row & { sample: Sample })[]> {
  const [rounds, seconds] = quick ? [2, 1] : [5, 3]
  const samples = new Map<Row, Sample[]>(rows.map((row) => [row, []]))
  log('Warming up…')
  for (const row of rows) await measureLoad(row, 3 * seconds)
  for (let round = 1; round <= rounds; round++) {
    for (const [row, rowSamples] of samples) rowSamples.push(await measureLoad(row, seconds))
    log(`Round ${round} of ${rounds} done.`)
  }
  return rows.map((row) => ({ ...row, sample: medianSample(samples.get(row) ?? []) }))
}

function medianSample(samples: Sample[]): Sample {
  const medianOf = (name: keyof Sample) => median(samples.map((sample) => sample[name]))
  return {
    perSecond: medianOf('perSecond'),
    cpuMicros: medianOf('cpuMicros'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    bytes: medianOf('bytes'),
  }
}
