import type { FailedTest } from './test-reports.ts'

export interface FaultResult {
  number: number
  name: string
  /** `error` means that the tests did not run, so we cannot tell. */
  outcome: 'caught' | 'survived' | 'error'
  caughtBy?: FailedTest
  /** The reason why we cannot tell. */
  reason?: string
  seconds: number
}

/** The number of faults that may go uncaught. */
const maxSurvivors = 2

export const countCaught = (results: readonly FaultResult[]): number =>
  results.filter(({ outcome }) => outcome === 'caught').length

export const isEnough = (results: readonly FaultResult[]): boolean =>
  results.length - countCaught(results) <= maxSurvivors

export function formatResults(results: readonly FaultResult[]): string[] {
  const width = Math.max(...results.map(({ name }) => name.length))
  const rows = results.map(
    (result) =>
      `${String(result.number).padStart(2)}  ${result.name.padEnd(width)}  ${result.seconds
        .toFixed(0)
        .padStart(5)} s  ${describeOutcome(result)}`,
  )
  return [...rows, '', `${countCaught(results)} of ${results.length} caught`]
}

export function describeOutcome({ outcome, caughtBy, reason }: FaultResult): string {
  if (outcome === 'survived') return 'SURVIVED'
  return caughtBy && outcome === 'caught'
    ? `${caughtBy.file}: ${firstLine(caughtBy.test)}`
    : `ERROR: ${reason}`
}

const firstLine = (text: string) => text.split('\n', 1)[0]
