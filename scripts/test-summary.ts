export type Counts = { passed: number; failed: number; skipped: number; passedOnRetry?: number }
export type StepResult = { name: string; ok: boolean; seconds: number; counts?: Counts | undefined }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number }
}

export function readVitestCounts(report: VitestReport): Counts {
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export function readPlaywrightCounts({ stats }: PlaywrightReport): Counts {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    passedOnRetry: stats.flaky,
  }
}

/** A step that failed without a failed test counts as one failure, so that "0 failed" is true. */
export function sumCounts(steps: StepResult[]): Required<Counts> {
  const sum = { passed: 0, failed: 0, skipped: 0, passedOnRetry: 0 }
  for (const { ok, counts } of steps) {
    sum.passed += counts?.passed ?? 0
    sum.failed += counts?.failed || (ok ? 0 : 1)
    sum.skipped += counts?.skipped ?? 0
    sum.passedOnRetry += counts?.passedOnRetry ?? 0
  }
  return sum
}

export function formatSummary(steps: StepResult[]): string[] {
  const width = Math.max(...steps.map(({ name }) => name.length))
  const { passed, failed, skipped, passedOnRetry } = sumCounts(steps)
  return [
    ...steps.map(({ name, ok, seconds, counts }) => {
      const tests = counts ? `   ${counts.passed + counts.failed + counts.skipped} tests` : ''
      return `${name.padEnd(width)}   ${ok ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(7)} s${tests}`
    }),
    '',
    [
      `${passed} passed`,
      passedOnRetry > 0 && `${passedOnRetry} of them at the second try`,
      `${failed} failed`,
      skipped > 0 && `${skipped} skipped`,
    ]
      .filter(Boolean)
      .join(', '),
  ]
}
