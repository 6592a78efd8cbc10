import { mkdirSync, rmSync } from 'node:fs'
import { createBrowserLookup } from './browser-lookup.ts'
import { findBrowser } from './find-browser.ts'
import { readIfExists } from './read-if-exists.mjs'
import { run } from './run.mjs'
import {
  type Counts,
  formatSummary,
  readPlaywrightCounts,
  readVitestCounts,
  type StepResult,
  sumCounts,
} from './test-summary.ts'

const vitestReport = '.cache/vitest.json'
const playwrightReport = '.cache/playwright.json'
const results: StepResult[] = []
const filters = process.argv.slice(2)

mkdirSync('.cache', { recursive: true })
if (filters.length === 0) {
  await runStep('Style', () =>
    runTool('@biomejs/biome/bin/biome', ['ci', '--diagnostic-level=warn', '.']),
  )
  await runStep('Types', () => runTool('typescript/bin/tsc'))
}
await runStep('Web build', () => runNode(['scripts/build.ts']))
await runStep('Unit and HTTP tests', runVitest, () => readCounts(vitestReport, readVitestCounts))
if (filters.length === 0) {
  await runStep('Browser tests', runPlaywright, () =>
    readCounts(playwrightReport, readPlaywrightCounts),
  )
}

console.log(`\n${formatSummary(results).join('\n')}`)
process.exit(sumCounts(results).failed > 0 ? 1 : 0)

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

function runVitest() {
  rmSync(vitestReport, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  return runTool('vitest/vitest.mjs', ['run', ...reporters, ...filters])
}

async function runPlaywright() {
  rmSync(playwrightReport, { force: true })
  const browser = await findBrowser(createBrowserLookup(), console.log)
  if (!browser) return false
  return runTool('@playwright/test/cli.js', ['test'], { CHROMIUM_PATH: browser })
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
