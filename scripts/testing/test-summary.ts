export type Counts = {
  passed: number
  failed: number
  skipped: number
  /** The names of tests that failed at first and passed on a retry. */
  retried: string[]
}
export type StepResult = { name: string; ok: boolean; seconds: number; counts?: Counts | undefined }

export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; tests: { status: string; projectName: string }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number }
  suites: PlaywrightSuite[]
}

export function readVitestCounts(report: VitestReport, retried: string[] = []): Counts {
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
    retried,
  }
}

export function readPlaywrightCounts({ stats, suites }: PlaywrightReport): Counts {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    retried: suites.flatMap(findFlaky),
  }
}

function findFlaky({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `${file} › ${title} (${projectName})`),
  )
  return [...own, ...suites.flatMap(findFlaky)]
}

/** Adds up the counts. A step that failed without a failed test counts as one failure, so that "0 failed" is true. */
export function sumCounts(steps: StepResult[]): Counts {
  const sum: Counts = { passed: 0, failed: 0, skipped: 0, retried: [] }
  for (const { ok, counts } of steps) {
    sum.passed += counts?.passed ?? 0
    sum.failed += counts?.failed || (ok ? 0 : 1)
    sum.skipped += counts?.skipped ?? 0
    sum.retried.push(...(counts?.retried ?? []))
  }
  return sum
}

export function formatSummary(steps: StepResult[]): string[] {
  const width = Math.max(...steps.map(({ name }) => name.length))
  const { passed, failed, skipped, retried } = sumCounts(steps)
  return [
    ...steps.map(({ name, ok, seconds, counts }) => {
      const tests = counts ? `   ${counts.passed + counts.failed + counts.skipped} tests` : ''
      return `${name.padEnd(width)}   ${ok ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(7)} s${tests}`
    }),
    '',
    ...(retried.length > 0
      ? ['Passed only on a retry:', ...retried.map((name) => `  ${name}`), '']
      : []),
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ]
}
