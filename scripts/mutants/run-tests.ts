import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { readIfExists } from '../install/read-if-exists.mjs'
import { run } from '../install/run.mjs'
import { createBrowserLookup } from '../testing/browser-lookup.ts'
import { findBrowser } from '../testing/find-browser.ts'
import { type FailedTest, readPlaywrightFailures, readVitestFailures } from './test-reports.ts'

const vitestReport = '.cache/mutants/vitest.json'
const playwrightReport = '.cache/mutants/playwright.json'

/** The result of a test run. If it has neither failures nor a reason, all tests have passed. */
export interface TestRun {
  failures: FailedTest[]
  /** The reason why the tests could not run. */
  reason?: string
}

interface RunOptions {
  /** Stops at the first failure. */
  stopEarly: boolean
  logFile: string
}

/** Runs these test files, or all if the list is empty. */
export async function runVitest(files: readonly string[], options: RunOptions): Promise<TestRun> {
  // Server tests may read the built pages, which may still contain the previous fault.
  const built = files.every(hasNoPages) && files.length > 0 ? undefined : await buildPages(options)
  if (built) return built
  rmSync(vitestReport, { force: true })
  const code = await runTool(
    'vitest/vitest.mjs',
    [
      ...['run', '--retry=0', '--reporter=default', '--reporter=json'],
      `--outputFile.json=${vitestReport}`,
      ...(options.stopEarly ? ['--bail=1'] : []),
      ...files,
    ],
    options,
  )
  return judge(code, vitestReport, readVitestFailures)
}

const hasNoPages = (file: string) => /^src\/(?:web|contract|categories)\//.test(file)

/** The browser. We look for it only once, because the search may install one. */
let foundBrowser: ReturnType<typeof findBrowser> | undefined

/** Runs these specs, or all if the list is empty. With titles, runs only the tests that have one of them. */
export async function runPlaywright(
  specs: readonly string[],
  { titles = [], ...options }: RunOptions & { titles?: readonly string[] },
): Promise<TestRun> {
  const built = await buildPages(options)
  if (built) return built
  foundBrowser ??= findBrowser(createBrowserLookup(), console.log)
  const browser = await foundBrowser
  if (!browser) return { failures: [], reason: 'There is no browser.' }
  rmSync(playwrightReport, { force: true })
  const code = await runTool(
    '@playwright/test/cli.js',
    [
      ...['test', '--retries=0'],
      ...(options.stopEarly ? ['--max-failures=1'] : []),
      ...(titles.length > 0
        ? ['--grep', titles.map((title) => RegExp.escape(title)).join('|')]
        : []),
      ...specs,
    ],
    options,
    { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  )
  return judge(code, playwrightReport, readPlaywrightFailures)
}

/** Builds the pages. Returns undefined on success. A broken build counts as caught, because it works without the fault. */
async function buildPages(options: RunOptions): Promise<TestRun | undefined> {
  const code = await runNode(['scripts/build.ts'], options)
  return code === 0
    ? undefined
    : { failures: [{ file: 'scripts/build.ts', test: 'builds the web pages' }] }
}

/** Reads the result of a run. A run that could not start has no failed test: there was no test to run, or no database. */
function judge<Report>(
  code: number,
  reportFile: string,
  readFailures: (report: Report, root: string) => FailedTest[],
): TestRun {
  if (code === 0) return { failures: [] }
  const text = readIfExists(reportFile)
  const failures = text ? readFailures(JSON.parse(text), process.cwd()) : []
  return failures.length > 0
    ? { failures }
    : { failures, reason: `The run ended with code ${code}, but no test failed.` }
}

const runTool = (path: string, args: string[], options: RunOptions, env: NodeJS.ProcessEnv = {}) =>
  runNode([`node_modules/${path}`, ...args], options, env)

async function runNode(args: string[], { logFile }: RunOptions, env: NodeJS.ProcessEnv = {}) {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'a')
  try {
    const { code, stopped } = await run(process.execPath, args, {
      env: { ...process.env, FAULT_INSERTED: 'yes', ...env },
      stdio: ['ignore', log, log],
    })
    if (stopped) process.exit(130)
    return code
  } finally {
    closeSync(log)
  }
}
