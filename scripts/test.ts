import { globSync, mkdirSync, rmSync } from 'node:fs'
import { readIfExists } from './install/read-if-exists.mjs'
import { run } from './install/run.mjs'
import { createBrowserLookup } from './testing/browser-lookup.ts'
import { findChangedFiles, needsBrowserTests } from './testing/changed-files.ts'
import { findBrowser } from './testing/find-browser.ts'
import {
  type Counts,
  formatSummary,
  readPlaywrightCounts,
  readVitestCounts,
  type StepResult,
  sumCounts,
  type VitestReport,
} from './testing/test-summary.ts'

/**
 * npm test                everything, with PostgreSQL where the engines can differ
 * npm test -- path …      the tests whose path contains one of these, and only what they need
 * npm run test:all        everything on both databases, and the quick faults; a test that passes only on retry fails it
 * npm run test:changed    what the changes of the working tree touch
 */
const args = process.argv.slice(2)
const isAll = args.includes('--all')
const isChanged = args.includes('--changed')
const paths = args.filter((arg) => !arg.startsWith('--'))

const vitestReport = '.cache/vitest.json'
const retriedReport = '.cache/vitest-retried.json'
const playwrightReport = '.cache/playwright.json'
const faultsReport = '.cache/faults.json'
/** The fault tests that take a minute or two each and quote texts that students read. `npm run test:faults` runs all. */
const quickFaults = ['saved-mails', 'listing-reminders', 'request-timeout']
const results: StepResult[] = []

mkdirSync('.cache', { recursive: true })
if (isAll) process.env.TEST_ALL = '1'
if (isChanged) await runChanged()
else if (paths.length > 0) await runPaths()
else await runEverything()

const { failed, retried } = sumCounts(results)
console.log(`\n${formatSummary(results).join('\n')}`)
process.exit(failed > 0 || (isAll && retried.length > 0) ? 1 : 0)

async function runEverything() {
  await checkStyleAndTypes()
  await buildPages()
  await runVitest([])
  await runPlaywright([])
  if (isAll) await runQuickFaults()
}

async function runPaths() {
  const contains = (file: string) => paths.some((path) => file.includes(path.replace(/^\.\//, '')))
  const hasUnits = globSync('{src,demo,dev,scripts,tests}/**/*.test.{ts,tsx}').some(contains)
  const hasSpecs = globSync('tests/browser/**/*.spec.ts').some(contains)
  if (!hasUnits && !hasSpecs) {
    console.error(`No test has ${paths.join(' or ')} in its path.`)
    process.exit(1)
  }
  if (hasUnits) await runVitest(paths)
  if (hasSpecs) await runBrowserPaths(paths)
}

async function runChanged() {
  const changed = findChangedFiles()
  if (changed.length === 0) {
    console.log('Nothing has changed since the last commit.')
    process.exit(0)
  }
  await checkStyleAndTypes()
  await runVitest(['--changed', '--passWithNoTests'])
  const specs = changed.filter((file) => file.endsWith('.spec.ts'))
  if (needsBrowserTests(changed)) await runBrowserPaths([])
  else if (specs.length > 0) await runBrowserPaths(specs)
}

async function checkStyleAndTypes() {
  await runStep('Style', () =>
    runTool('@biomejs/biome/bin/biome', ['ci', '--diagnostic-level=warn', '.']),
  )
  await runStep('Types', () => runTool('typescript/bin/tsc'))
}

function buildPages() {
  return runStep('Web build', () => runNode(['scripts/build.ts']))
}

function runVitest(filters: string[]) {
  for (const report of [vitestReport, retriedReport]) rmSync(report, { force: true })
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
    '--reporter=./scripts/testing/retried-tests.ts',
  ]
  return runStep(
    'Unit and HTTP tests',
    () => runTool('vitest/vitest.mjs', ['run', ...reporters, ...filters]),
    () =>
      readCounts(vitestReport, (report: VitestReport) => readVitestCounts(report, readRetried())),
  )
}

function runQuickFaults() {
  rmSync(faultsReport, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${faultsReport}`]
  const options = ['--config=vitest.faults.config.ts', ...reporters, ...quickFaults]
  return runStep(
    'Quick faults',
    () => runTool('vitest/vitest.mjs', ['run', ...options]),
    () => readCounts(faultsReport, readVitestCounts),
  )
}

async function runBrowserPaths(filters: string[]) {
  await buildPages()
  await runPlaywright(filters)
}

function runPlaywright(filters: string[]) {
  rmSync(playwrightReport, { force: true })
  return runStep(
    'Browser tests',
    async () => {
      const browser = await findBrowser(createBrowserLookup(), console.log)
      if (!browser) return false
      return runTool('@playwright/test/cli.js', ['test', ...filters], { CHROMIUM_PATH: browser })
    },
    () => readCounts(playwrightReport, readPlaywrightCounts),
  )
}

async function runStep(
  name: string,
  work: () => Promise<boolean>,
  count?: () => Counts | undefined,
) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const ok = await work()
  results.push({ name, ok, seconds: (Date.now() - started) / 1000, counts: count?.() })
}

function runTool(path: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  return runNode([`node_modules/${path}`, ...args], env)
}

async function runNode(args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const { code, stopped } = await run(process.execPath, args, { env: { ...process.env, ...env } })
  if (stopped) process.exit(130)
  return code === 0
}

// A tool that crashed leaves no report.
function readCounts<Report>(path: string, count: (report: Report) => Counts): Counts | undefined {
  const text = readIfExists(path)
  return text ? count(JSON.parse(text)) : undefined
}

function readRetried(): string[] {
  return JSON.parse(readIfExists(retriedReport) || '[]')
}
