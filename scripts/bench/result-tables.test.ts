import { describe, expect, it } from 'vitest'
import { formatMeasurementTable, formatRequestTable, meetsBar } from './result-tables.ts'
import type { Sample } from './workload.ts'

const sampleOf = (perSecond: number): Sample => ({
  perSecond,
  cpuMicros: 40,
  p50: 0.3,
  p99: 1.2,
  bytes: 1_500,
})

describe('meetsBar', () => {
  it('compares the ratio to the baseline with the bar', () => {
    expect(meetsBar({ ratio: 0.6 }, sampleOf(600), sampleOf(1_000))).toBe(true)
    expect(meetsBar({ ratio: 0.6 }, sampleOf(599), sampleOf(1_000))).toBe(false)
  })

  it('compares the rate with an absolute bar, whatever the baseline', () => {
    expect(meetsBar({ perSecond: 1_000 }, sampleOf(1_000), sampleOf(50_000))).toBe(true)
    expect(meetsBar({ perSecond: 1_000 }, sampleOf(999), sampleOf(1_000))).toBe(false)
  })
})

describe('formatRequestTable', () => {
  const rows = formatRequestTable(
    [
      { name: 'baseline', sample: sampleOf(20_000) },
      { name: 'list', sample: sampleOf(13_000), bar: { ratio: 0.6 } },
      { name: 'search', sample: sampleOf(1_000), bar: { ratio: 0.15 } },
      { name: 'create', sample: sampleOf(1_234), bar: { perSecond: 1_000 } },
    ],
    sampleOf(20_000),
  ).split('\n')

  it('contains the ratio and whether the bar is met', () => {
    expect(rows[3]).toMatch(/list .* 13,000 .* 0.65 .* ≥ 0.6 × .* holds/)
    expect(rows[4]).toMatch(/search .* 1,000 .* 0.050 .* ≥ 0.15 × .* MISSED/)
    expect(rows[5]).toMatch(/create .* ≥ 1,000\/s .* holds/)
  })

  it('contains no verdict without a bar', () => {
    expect(rows[2]).not.toMatch(/holds|MISSED/)
  })
})

describe('formatMeasurementTable', () => {
  it('contains whether the figure is at most its bar', () => {
    const [, , start, memory] = formatMeasurementTable([
      { name: 'start', value: 1.5, unit: 's', max: 1.5 },
      { name: 'memory', value: 151, unit: 'MB', max: 150 },
    ]).split('\n')
    expect(start).toMatch(/1.50 s .* ≤ 1.5 s .* holds/)
    expect(memory).toMatch(/151 MB .* ≤ 150 MB .* MISSED/)
  })

  it('reports a bar as missed when nothing was measured', () => {
    const memory = { name: 'memory', value: Number.NaN, unit: 'MB', max: 150 }
    expect(formatMeasurementTable([memory])).toContain('MISSED')
  })
})
