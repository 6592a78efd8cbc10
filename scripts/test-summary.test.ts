import { describe, expect, it } from 'vitest'
import { formatSummary, readPlaywrightCounts, readVitestCounts, sumCounts } from './test-summary.ts'

const loaded = { status: 'passed', assertionResults: [{}] }
const unloadable = { status: 'failed', assertionResults: [] }

describe('readVitestCounts', () => {
  it('counts a test file that cannot be loaded as a failure', () => {
    const report = {
      numPassedTests: 10,
      numFailedTests: 2,
      numPendingTests: 3,
      numTodoTests: 1,
      testResults: [loaded, unloadable],
    }
    expect(readVitestCounts(report)).toEqual({ passed: 10, failed: 3, skipped: 4 })
  })
})

describe('readPlaywrightCounts', () => {
  it('counts a flaky test as passed, and as passed on retry', () => {
    const stats = { expected: 5, flaky: 1, unexpected: 2, skipped: 3 }
    expect(readPlaywrightCounts({ stats })).toEqual({
      passed: 6,
      failed: 2,
      skipped: 3,
      passedOnRetry: 1,
    })
  })
})

describe('sumCounts', () => {
  const step = { name: 'Step', ok: true, seconds: 1 }

  it('adds the counts of all steps', () => {
    const units = { ...step, ok: false, counts: { passed: 10, failed: 2, skipped: 0 } }
    const browser = { ...step, counts: { passed: 5, failed: 0, skipped: 1 } }
    expect(sumCounts([step, units, browser])).toEqual({
      passed: 15,
      failed: 2,
      skipped: 1,
      passedOnRetry: 0,
    })
  })

  it('counts a step that failed without a failed test as one failure', () => {
    const crashed = { ...step, ok: false, counts: { passed: 3, failed: 0, skipped: 0 } }
    expect(sumCounts([{ ...step, ok: false }, crashed]).failed).toBe(2)
  })
})

describe('formatSummary', () => {
  const style = { name: 'Style', ok: true, seconds: 0.52 }
  const counts = { passed: 120, failed: 1, skipped: 0 }

  it('has a line for each step, and the sums in the last line', () => {
    const lines = formatSummary([style, { name: 'Unit tests', ok: false, seconds: 12.34, counts }])
    expect(lines).toEqual([
      'Style        ok         0.5 s',
      'Unit tests   FAILED    12.3 s   121 tests',
      '',
      '120 passed, 1 failed',
    ])
  })

  it('mentions retries only when there were some', () => {
    const browser = { ...style, counts: { passed: 3, failed: 0, skipped: 0, passedOnRetry: 1 } }
    expect(formatSummary([browser]).at(-1)).toBe('3 passed, 1 of them at the second try, 0 failed')
  })

  it('mentions skipped tests only when there are some', () => {
    const units = { ...style, counts: { passed: 1, failed: 0, skipped: 2 } }
    expect(formatSummary([units]).at(-1)).toBe('1 passed, 0 failed, 2 skipped')
  })
})
