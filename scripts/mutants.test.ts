import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faults } from './mutants/faults.ts'
import { type FaultResult, formatResults, isEnough } from './mutants/result-table.ts'
import { readPlaywrightFailures, readVitestFailures } from './mutants/test-reports.ts'

// While a fault is inserted in its file, these tests would fail for every fault.
describe.skipIf(process.env.FAULT_INSERTED)('faults', () => {
  it('are forty-two, and each has its own name', () => {
    expect(faults).toHaveLength(42)
    expect(new Set(faults.map(({ name }) => name)).size).toBe(42)
  })

  it.each(faults)('“$name” has one place in its file', ({ file, search, replace }) => {
    expect(readFileSync(file, 'utf8').split(search)).toHaveLength(2)
    expect(replace).not.toBe(search)
  })

  it.each(faults)('“$name” names tests that exist', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter((path) => !existsSync(path))).toEqual([])
  })
})

const caught: FaultResult = {
  number: 7,
  name: 'Lose the price',
  outcome: 'caught',
  caughtBy: { file: 'src/price.test.ts', test: 'keeps the price' },
  seconds: 12.4,
}
const survived: FaultResult = { number: 12, name: 'Lose it', outcome: 'survived', seconds: 240 }
const failed: FaultResult = { ...survived, outcome: 'error', reason: 'There is no browser.' }

describe('the table of results', () => {
  it('says what caught each fault, and how many were caught', () => {
    expect(formatResults([caught, survived, failed])).toEqual([
      ' 7  Lose the price     12 s  src/price.test.ts: keeps the price',
      '12  Lose it           240 s  SURVIVED',
      '12  Lose it           240 s  ERROR: There is no browser.',
      '',
      '1 of 3 caught',
    ])
  })

  it('allows two faults that no test caught', () => {
    expect(isEnough([caught, survived, failed])).toBe(true)
    expect(isEnough([caught, survived, failed, survived])).toBe(false)
  })
})

describe('failures', () => {
  it('are read from a Vitest report, also for files without a failed test', () => {
    const passed = { status: 'passed', fullName: ' sells' }
    const report = {
      testResults: [
        {
          name: '/quad/src/a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [passed, { status: 'failed', fullName: ' buys a lamp' }],
        },
        { name: '/quad/src/b.test.ts', status: 'failed', message: 'Boom', assertionResults: [] },
        { name: '/quad/src/c.test.ts', status: 'passed', message: '', assertionResults: [passed] },
      ],
    }
    expect(readVitestFailures(report, '/quad')).toEqual([
      { file: 'src/a.test.ts', test: 'buys a lamp' },
      { file: 'src/b.test.ts', test: 'outside its tests: Boom' },
    ])
  })

  it('are read from a Playwright report, without tests that were stopped', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: 'login.spec.ts',
      tests: [{ status }],
    })
    const report = {
      config: { rootDir: '/quad/tests/browser' },
      suites: [
        {
          specs: [spec('logs in', 'expected')],
          suites: [{ specs: [spec('logs out', 'unexpected'), spec('is stopped', 'skipped')] }],
        },
      ],
    }
    expect(readPlaywrightFailures(report, '/quad')).toEqual([
      { file: 'tests/browser/login.spec.ts', test: 'logs out' },
    ])
  })
})
