import type { Dialect } from '#server/database/database.ts'
import { formatMarkdownTable } from './markdown-table.ts'
import type { Sample } from './workload.ts'

/** The minimum share of the baseline's rate, or the minimum number of requests per second. */
export type Bar = { ratio: number } | { perSecond: number }

/** The bar for each engine. An engine that is missing has no bar. */
export type BarByEngine = Partial<Record<Dialect, Bar>>

export interface MeasuredRow {
  name: string
  sample: Sample
  bar?: Bar | undefined
}

const columns = ['', 'req/s', '× Fastify', 'bar', '', 'CPU µs/req', 'p50 ms', 'p99 ms', 'bytes']

/** Formats a line for each row, with its rate relative to the baseline measured in the same rounds. */
export function formatRequestTable(rows: MeasuredRow[], baseline: Sample): string {
  return formatMarkdownTable(
    columns,
    rows.map(({ name, sample, bar }) => {
      const ratio = sample.perSecond / baseline.perSecond
      return [
        name,
        formatInteger(sample.perSecond),
        ratio.toFixed(ratio < 0.1 ? 3 : 2),
        bar ? formatBar(bar) : '',
        bar ? formatVerdict(meetsBar(bar, sample, baseline)) : '',
        formatInteger(sample.cpuMicros),
        sample.p50.toFixed(2),
        sample.p99.toFixed(2),
        formatInteger(sample.bytes),
      ]
    }),
  )
}

export function meetsBar(bar: Bar, sample: Sample, baseline: Sample): boolean {
  if ('perSecond' in bar) return sample.perSecond >= bar.perSecond
  return sample.perSecond / baseline.perSecond >= bar.ratio
}

export const formatVerdict = (isMet: boolean) => (isMet ? 'holds' : 'MISSED')

/** One figure with an upper limit. */
export interface Measurement {
  name: string
  value: number
  unit: string
  max: number
}

export function formatMeasurementTable(measurements: Measurement[]): string {
  return formatMarkdownTable(
    ['', 'measured', 'bar', ''],
    measurements.map(({ name, value, unit, max }) => [
      name,
      `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`,
      `≤ ${max} ${unit}`,
      formatVerdict(value <= max),
    ]),
  )
}

const formatBar = (bar: Bar) =>
  'ratio' in bar ? `≥ ${bar.ratio} ×` : `≥ ${formatInteger(bar.perSecond)}/s`

function formatInteger(value: number): string {
  return Number.isNaN(value) ? '?' : Math.round(value).toLocaleString('en-CA')
}
