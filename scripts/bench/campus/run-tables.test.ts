import { describe, expect, it } from 'vitest'
import type { RequestResults } from './open-loop.ts'
import { type CampusRun, formatCampusRuns } from './run-tables.ts'

const results = (milliseconds: number[], failures: [string, number][] = []): RequestResults => ({
  milliseconds,
  failures: new Map(failures),
})

const run: CampusRun = {
  times: 1,
  seconds: 2,
  pagesPerSecond: 33.3,
  requests: new Map([
    ['call', results([1, 2, 3])],
    [
      'page',
      results(
        [5],
        [
          ['503', 2],
          ['timeout', 1],
        ],
      ),
    ],
  ]),
  lags: [0.5, 1],
  usage: { server: { cores: 0.5, megabytes: 150.4 } },
  generatorCores: 0.1,
}
const busyRun: CampusRun = {
  ...run,
  times: 20,
  requests: new Map([['page', results([])]]),
  lags: [40],
}

const cells = (line = '') =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

describe('formatCampusRuns', () => {
  const lines = formatCampusRuns([run, busyRun], ['page', 'never']).split('\n')

  it('has a line for each kind and request that was sent, kinds first', () => {
    expect(lines.slice(2, 5).map((line) => cells(line)[0])).toEqual(['page', 'call', undefined])
  })

  it('counts failures by status beside the times of the successes', () => {
    expect(cells(lines[2]).slice(1, 5)).toEqual(['4', '5.0', '5.0', '2 × 503, 1 × timeout'])
    expect(cells(lines[3]).slice(1, 5)).toEqual(['3', '2.0', '3.0', '0'])
  })

  it('leaves times empty where there were none', () => {
    expect(cells(lines[2]).slice(5)).toEqual(['0', '', '', '0'])
    expect(cells(lines[3]).slice(5)).toEqual(['0', '', '', ''])
  })

  it('shows the rate, CPU and memory', () => {
    expect(cells(lines[7])).toEqual(['1 ×', '33', '4', '0.50', '150 MB', '0.10', '1.0 ms'])
  })

  it('says at which rates the load generator was late', () => {
    expect(lines.filter((line) => line.includes('was late'))).toEqual([
      'At 20 × the load generator itself was late (p99 40 ms): the times above contain that.',
    ])
  })
})
