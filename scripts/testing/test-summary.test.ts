import { describe, expect, it } from 'vitest'
import { formatSummary, readPlaywrightCounts, readVitestCounts, sumCounts } from './test-summary.ts'

const loaded = { status: 'passed', assertionResults: [{}] }
const unloadable = { status: 'failed', assertionResults: [] }

const none = { passed: 0, failed: 0, skipped: 0, retried: [] }

describe('readVitestCounts', () => {
  it('counts a test file that cannot be loaded as a failure', () => {
    const report = {
      numPassedTests: 10,
      numFailedTests: 2,
      numPendingTests: 3,
      numTodoTests: 1,
      testResults: [loaded, unloadable],
    }
    expect(readVitestCounts(report, ['a.test.ts › waits'])).toEqual({
      passed: 10,
      failed: 3,
      skipped: 4,
      retried: ['a.test.ts › waits'],
    })
  })
})

describe('readPlaywrightCounts', () => {
  it('counts a flaky test as passed, and names it', () => {
    const stats = { expected: 5, flaky: 1, unexpected: 2, skipped: 3 }
    const spec = (title: string, status: string) => ({
      file: 'login.spec.ts',
      title,
      tests: [{ status, projectName: 'phone' }],
    })
    const suites = [
      {
        specs: [spec('logs in', 'expected')],
        suites: [{ specs: [spec('stays logged in', 'flaky')] }],
      },
    ]
    expect(readPlaywrightCounts({ stats, suites })).toEqual({
      passed: 6,
      failed: 2,
      skipped: 3,
      retried: ['login.spec.ts › stays logged in (phone)'],
    })
  })
})

describe('sumCounts', () => {
  const step = { name: 'Step', ok: true, seconds: 1 }

  it('adds the counts of all steps', () => {
    const units = { ...step, ok: false, counts: { ...none, passed: 10, failed: 2 } }
    const browser = { ...step, counts: { ...none, passed: 5, skipped: 1, retried: ['opens'] } }
    expect(sumCounts([step, units, browser])).toEqual({
      passed: 15,
      failed: 2,
      skipped: 1,
      retried: ['opens'],
    })
  })

  it('counts a step that failed without a failed test as one failure', () => {
    const crashed = { ...step, ok: false, counts: { ...none, passed: 3 } }
    expect(sumCounts([{ ...step, ok: false }, crashed]).failed).toBe(2)
  })
})

describe('formatSummary', () => {
  const style = { name: 'Style', ok: true, seconds: 0.52 }
  const counts = { ...none, passed: 120, failed: 1 }

  it('has a line for each step, and the sums in the last line', () => {
    const lines = formatSummary([style, { name: 'Unit tests', ok: false, seconds: 12.34, counts }])
    expect(lines).toEqual([
      'Style        ok         0.5 s',
      'Unit tests   FAILED    12.3 s   121 tests',
      '',
      '120 passed, 1 failed',
    ])
  })

  it('names the tests that passed only on a retry', () => {
    const browser = { ...style, counts: { ...none, passed: 3, retried: ['a › b', 'c › d'] } }
    expect(formatSummary([browser]).slice(2)).toEqual([
      'Passed only on a retry:',
      '  a › b',
      '  c › d',
      '',
      '3 passed, 0 failed',
    ])
  })

  it('mentions skipped tests only when there are some', () => {
    const units = { ...style, counts: { ...none, passed: 1, skipped: 2 } }
    expect(formatSummary([units]).at(-1)).toBe('1 passed, 0 failed, 2 skipped')
  })
})
