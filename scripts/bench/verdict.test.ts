import { describe, expect, it } from 'vitest'
import type { Sample } from './load.ts'
import { holds, reading, readingTable, requestTable } from './verdict.ts'

const rate = (perSecond: number): Sample => ({
  perSecond,
  cpuMicros: 40,
  p50: 0.3,
  p99: 1.2,
  bytes: 1_500,
})

describe('a bar', () => {
  it('holds from its ratio to the limit on', () => {
    expect(holds({ ratio: 0.6 }, rate(600), rate(1_000))).toBe(true)
    expect(holds({ ratio: 0.6 }, rate(599), rate(1_000))).toBe(false)
  })

  it('may ask for a rate, whatever the limit does', () => {
    expect(holds({ perSecond: 1_000 }, rate(1_000), rate(50_000))).toBe(true)
    expect(holds({ perSecond: 1_000 }, rate(999), rate(1_000))).toBe(false)
  })
})

describe('the table of requests', () => {
  const rows = requestTable(
    [
      { name: 'limit', sample: rate(20_000) },
      { name: 'list', sample: rate(13_000), bar: { ratio: 0.6 } },
      { name: 'search', sample: rate(1_000), bar: { ratio: 0.15 } },
      { name: 'create', sample: rate(1_234), bar: { perSecond: 1_000 } },
    ],
    rate(20_000),
  ).split('\n')

  it('says the ratio and whether the bar holds', () => {
    expect(rows[3]).toMatch(/list .* 13,000 .* 0.65 .* ≥ 0.6 × .* holds/)
    expect(rows[4]).toMatch(/search .* 1,000 .* 0.050 .* ≥ 0.15 × .* MISSED/)
    expect(rows[5]).toMatch(/create .* ≥ 1,000\/s .* holds/)
  })

  it('judges nothing that has no bar', () => {
    expect(rows[2]).not.toMatch(/holds|MISSED/)
  })
})

it('judges figures that must stay small', () => {
  const [, , start, memory] = readingTable([
    reading('start', 1.5, 's', 1.5),
    reading('memory', 151, 'MB', 150),
  ]).split('\n')
  expect(start).toMatch(/1.50 s .* ≤ 1.5 s .* holds/)
  expect(memory).toMatch(/151 MB .* ≤ 150 MB .* MISSED/)
})

it('does not take what was not measured for held', () => {
  expect(readingTable([reading('memory', Number.NaN, 'MB', 150)])).toContain('MISSED')
})
