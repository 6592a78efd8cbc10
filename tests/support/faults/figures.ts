import { appendFileSync } from 'node:fs'

/** Prints one line with the measurements of a test. `npm run test:faults` repeats all lines at its end. */
export function reportFigures(test: string, measured: Record<string, string | number>): void {
  const parts = Object.entries(measured).map(([name, value]) => `${name} ${value}`)
  const line = `${test}: ${parts.join(', ')}`
  console.log(line)
  if (process.env.FAULT_FIGURES) appendFileSync(process.env.FAULT_FIGURES, `${line}\n`)
}

export function milliseconds(value: number): string {
  return `${Math.round(value)} ms`
}

/** Returns the smallest value that `share` of all values do not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export const median = (values: number[]) => percentile(values, 0.5)
