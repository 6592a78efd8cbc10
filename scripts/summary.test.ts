import { describe, expect, it } from 'vitest'
import { playwrightCounts, summaryLines, total, vitestCounts } from './summary.ts'

const loaded = { status: 'passed', assertionResults: [{}] }
const unloadable = { status: 'failed', assertionResults: [] }

describe('the counts', () => {
  it('take a test file that cannot be loaded for a failure', () => {
    const report = {
      numPassedTests: 10,
      numFailedTests: 2,
      numPendingTests: 3,
      numTodoTests: 1,
      testResults: [loaded, unloadable],
    }
    expect(vitestCounts(report)).toEqual({ passed: 10, failed: 3, skipped: 4 })
  })

  it('take a test that passed at the second try for passed, and say so', () => {
    const stats = { expected: 5, flaky: 1, unexpected: 2, skipped: 3 }
    expect(playwrightCounts({ stats })).toEqual({ passed: 6, failed: 2, skipped: 3, secondTry: 1 })
  })
})

describe('the total', () => {
  const step = { name: 'Step', ok: true, seconds: 1 }

  it('adds up', () => {
    const units = { ...step, ok: false, counts: { passed: 10, failed: 2, skipped: 0 } }
    const browser = { ...step, counts: { passed: 5, failed: 0, skipped: 1 } }
    expect(total([step, units, browser])).toEqual({
      passed: 15,
      failed: 2,
      skipped: 1,
      secondTry: 0,
    })
  })

  it('counts a step that failed without a failed test', () => {
    const crashed = { ...step, ok: false, counts: { passed: 3, failed: 0, skipped: 0 } }
    expect(total([{ ...step, ok: false }, crashed]).failed).toBe(2)
  })
})

describe('the summary', () => {
  const style = { name: 'Style', ok: true, seconds: 0.52 }
  const counts = { passed: 120, failed: 1, skipped: 0 }

  it('ends in one line with the sums', () => {
    const lines = summaryLines([style, { name: 'Unit tests', ok: false, seconds: 12.34, counts }])
    expect(lines).toEqual([
      'Style        ok         0.5 s',
      'Unit tests   FAILED    12.3 s   121 tests',
      '',
      '120 passed, 1 failed',
    ])
  })

  it('tells of second tries only when there were some', () => {
    const browser = { ...style, counts: { passed: 3, failed: 0, skipped: 0, secondTry: 1 } }
    expect(summaryLines([browser]).at(-1)).toBe('3 passed, 1 of them at the second try, 0 failed')
  })

  it('tells of skipped tests only when there are some', () => {
    const units = { ...style, counts: { passed: 1, failed: 0, skipped: 2 } }
    expect(summaryLines([units]).at(-1)).toBe('1 passed, 0 failed, 2 skipped')
  })
})
