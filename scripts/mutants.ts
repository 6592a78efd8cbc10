import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { insertFault, restoreFile, restoreLeftover } from './mutants/changed-file.ts'
import type { Fault } from './mutants/fault.ts'
import { faults } from './mutants/faults.ts'
import {
  countCaught,
  describeOutcome,
  type FaultResult,
  formatResults,
  isEnough,
} from './mutants/result-table.ts'
import { runPlaywright, runVitest, type TestRun } from './mutants/run-tests.ts'

// This command tests the tests. It puts one mistake after another into the product and checks that a test fails.

const resultFile = '.cache/mutants.json'
const usage = `Try: npm run mutants, npm run mutants -- --quick, npm run mutants -- 3 17 (1 to ${faults.length}).`

const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const numbers = readNumbers(args.filter((arg) => arg !== '--quick'))

let isStopped = false
const restored = restoreLeftover()
if (restored) console.log(`The last run was killed. Restored ${restored}.`)
requireUnchanged(numbers.map((number) => faultOf(number).file))
restoreWhenStopped()
rmSync('.cache/mutants', { recursive: true, force: true })
mkdirSync('.cache/mutants', { recursive: true })

const results: FaultResult[] = []
for (const number of numbers) {
  const { name } = faultOf(number)
  process.stdout.write(`${number}. ${name}… `)
  const result = { number, name, ...(await tryFault(faultOf(number), logFileOf(number))) }
  results.push(result)
  console.log(`${describeOutcome(result)} (${result.seconds.toFixed(0)} s)`)
  saveResults()
}
await confirmCaught()
saveResults()
console.log(`\n${formatResults(results).join('\n')}`)
process.exit(isEnough(results) ? 0 : 1)

function readNumbers(texts: string[]): number[] {
  const all = faults.map((_, index) => index + 1)
  if (!texts.every((text) => all.includes(Number(text)))) fail(usage)
  return texts.length > 0 ? texts.map(Number) : all
}

function faultOf(number: number): Fault {
  const fault = faults[number - 1]
  if (!fault) fail(usage)
  return fault
}

function logFileOf(number: number) {
  return `.cache/mutants/${number}.log`
}

/** Refuses to run on uncommitted changes, which restoring a file could lose. */
function requireUnchanged(files: string[]) {
  const changed = execFileSync('git', ['status', '--porcelain', '--', ...new Set(files)], {
    encoding: 'utf8',
  })
  if (changed) fail(`Commit or undo your changes to these files first:\n${changed.trimEnd()}`)
}

/** Restores the file at once after a signal. The process ends when the running tests have stopped. */
function restoreWhenStopped() {
  process.on('exit', restoreFile)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      isStopped = true
      restoreFile()
    })
  }
}

type Outcome = Omit<FaultResult, 'number' | 'name'>

async function tryFault(fault: Fault, logFile: string): Promise<Outcome> {
  const started = Date.now()
  const seconds = () => (Date.now() - started) / 1000
  insertFault(fault)
  try {
    for (const runStep of stepsOf(fault, logFile)) {
      const { failures, reason } = await runStep()
      // The file may have been restored before the tests began.
      if (isStopped) process.exit(130)
      const [caughtBy] = failures
      if (caughtBy) return { outcome: 'caught', caughtBy, seconds: seconds() }
      if (reason) return { outcome: 'error', reason, seconds: seconds() }
    }
    return { outcome: 'survived', seconds: seconds() }
  } finally {
    restoreFile()
  }
}

/** Runs the tests that most likely catch the fault, then those beside the file, then all. */
function stepsOf({ file, tests }: Fault, logFile: string): (() => Promise<TestRun>)[] {
  const options = { stopEarly: true, logFile }
  const specs = tests.filter(isSpec)
  const units = tests.filter((test) => !isSpec(test))
  const beside = globSync(`${dirname(file)}/*.test.{ts,tsx}`).filter(
    (test) => !units.includes(test),
  )
  return [
    ...(units.length > 0 ? [() => runVitest(units, options)] : []),
    ...(specs.length > 0 ? [() => runPlaywright(specs, options)] : []),
    ...(beside.length > 0 ? [() => runVitest(beside, options)] : []),
    ...(isQuick ? [] : [() => runVitest([], options), () => runPlaywright([], options)]),
  ]
}

function isSpec(path: string) {
  return path.endsWith('.spec.ts')
}

/**
 * Runs the tests that failed again without the faults. A test that still fails has not caught anything: it may be flaky, or
 * the machine is too busy.
 */
async function confirmCaught() {
  const caughtBy = results.flatMap((result) => result.caughtBy ?? [])
  if (caughtBy.length === 0) return
  const options = { stopEarly: false, logFile: '.cache/mutants/without-faults.log' }
  const specs = caughtBy.filter(({ file }) => isSpec(file))
  const units = caughtBy.map(({ file }) => file).filter((file) => file.includes('.test.'))
  console.log('\nRunning the tests that failed once more, without the faults…')
  const titles = specs.map(({ test }) => test)
  const runs = [
    ...(units.length > 0 ? [await runVitest([...new Set(units)], options)] : []),
    ...(specs.length > 0
      ? [await runPlaywright([...new Set(specs.map(({ file }) => file))], { ...options, titles })]
      : []),
  ]
  const failures = runs.flatMap((run) => run.failures)
  const reason = runs.find((run) => run.reason)?.reason
  for (const result of results) {
    const { file, test } = result.caughtBy ?? {}
    const alsoFails = failures.some((failed) => failed.file === file && failed.test === test)
    if (file && (alsoFails || reason)) {
      result.outcome = 'error'
      result.reason = reason ?? `${file}: ${test} also fails without the fault.`
    }
  }
}

function saveResults() {
  const summary = { caught: countCaught(results), of: results.length, isQuick, results }
  writeFileSync(resultFile, `${JSON.stringify(summary, undefined, 2)}\n`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
