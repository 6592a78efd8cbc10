import type { Sample } from './load.ts'
import { table } from './table.ts'

/** At least this many times the limit's rate, or at least this many requests a second. */
export type Bar = { ratio: number } | { perSecond: number }

export interface Measured {
  name: string
  sample: Sample
  bar?: Bar | undefined
}

const columns = ['', 'req/s', '× Fastify', 'bar', '', 'CPU µs/req', 'p50 ms', 'p99 ms', 'bytes']

/** One line for each, beside the rate of the limit measured in the same rounds. */
export function requestTable(measured: Measured[], limit: Sample): string {
  return table(
    columns,
    measured.map(({ name, sample, bar }) => {
      const ratio = sample.perSecond / limit.perSecond
      return [
        name,
        whole(sample.perSecond),
        ratio.toFixed(ratio < 0.1 ? 3 : 2),
        bar ? barText(bar) : '',
        bar ? verdict(holds(bar, sample, limit)) : '',
        whole(sample.cpuMicros),
        sample.p50.toFixed(2),
        sample.p99.toFixed(2),
        whole(sample.bytes),
      ]
    }),
  )
}

export function holds(bar: Bar, sample: Sample, limit: Sample): boolean {
  if ('perSecond' in bar) return sample.perSecond >= bar.perSecond
  return sample.perSecond / limit.perSecond >= bar.ratio
}

export const verdict = (held: boolean) => (held ? 'holds' : 'MISSED')

/** A figure that must not be larger than its bar. */
export interface Reading {
  name: string
  value: number
  unit: string
  most: number
}

export const reading = (name: string, value: number, unit: string, most: number): Reading => ({
  name,
  value,
  unit,
  most,
})

export function readingTable(readings: Reading[]): string {
  return table(
    ['', 'measured', 'bar', ''],
    readings.map(({ name, value, unit, most }) => [
      name,
      `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`,
      `≤ ${most} ${unit}`,
      verdict(value <= most),
    ]),
  )
}

const barText = (bar: Bar) => ('ratio' in bar ? `≥ ${bar.ratio} ×` : `≥ ${whole(bar.perSecond)}/s`)

function whole(value: number): string {
  return Number.isNaN(value) ? '?' : Math.round(value).toLocaleString('en-CA')
}
