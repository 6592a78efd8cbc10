import { join, relative } from 'node:path'

export interface FailedTest {
  /** The path relative to the project's root. */
  file: string
  test: string
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Returns the failures. A file can fail without a failed test, if it did not load or one of its hooks threw. */
export function readVitestFailures({ testResults }: VitestReport, root: string): FailedTest[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0) return failed.map(({ fullName }) => ({ file, test: fullName.trim() }))
    return status === 'failed' ? [{ file, test: `outside its tests: ${message}` }] : []
  })
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: { status: string }[] }[]
}

interface PlaywrightReport {
  config: { rootDir: string }
  suites: PlaywrightSuite[]
}

/** Returns the failures, without tests that were stopped because another one had failed. */
export function readPlaywrightFailures(report: PlaywrightReport, root: string): FailedTest[] {
  const failedIn = ({ suites = [], specs = [] }: PlaywrightSuite): FailedTest[] => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
      .map(({ title, file }) => ({
        file: relative(root, join(report.config.rootDir, file)),
        test: title,
      })),
    ...suites.flatMap(failedIn),
  ]
  return report.suites.flatMap(failedIn)
}
