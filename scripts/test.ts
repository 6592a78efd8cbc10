import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { findBrowser } from './find-browser.ts'
import { run } from './run.mjs'
import {
  type Counts,
  playwrightCounts,
  type StepResult,
  summaryLines,
  total,
  vitestCounts,
} from './summary.ts'
import { thisMachine } from './this-machine.ts'

const vitestReport = '.cache/vitest.json'
const playwrightReport = '.cache/playwright.json'
const results: StepResult[] = []
const filters = process.argv.slice(2)

mkdirSync('.cache', { recursive: true })
if (filters.length === 0) {
  await step('Style', () =>
    tool('@biomejs/biome/bin/biome', ['ci', '--diagnostic-level=warn', '.']),
  )
  await step('Types', () => tool('typescript/bin/tsc'))
}
await step('Web build', () => node(['scripts/build.ts']))
await step('Unit and HTTP tests', testWithoutBrowser, () => countsIn(vitestReport, vitestCounts))
if (filters.length === 0) {
  await step('Browser tests', testInBrowser, () => countsIn(playwrightReport, playwrightCounts))
}

console.log(`\n${summaryLines(results).join('\n')}`)
process.exit(total(results).failed > 0 ? 1 : 0)

async function step(name: string, work: () => Promise<boolean>, count?: () => Counts | undefined) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const ok = await work()
  results.push({ name, ok, seconds: (Date.now() - started) / 1000, counts: count?.() })
}

function testWithoutBrowser() {
  rmSync(vitestReport, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  return tool('vitest/vitest.mjs', ['run', ...reporters, ...filters])
}

async function testInBrowser() {
  rmSync(playwrightReport, { force: true })
  const browser = await findBrowser(thisMachine(), console.log)
  if (!browser) return false
  return tool('@playwright/test/cli.js', ['test'], { CHROMIUM_PATH: browser })
}

function tool(path: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  return node([`node_modules/${path}`, ...args], env)
}

async function node(args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const { code, stopped } = await run(process.execPath, args, { env: { ...process.env, ...env } })
  if (stopped) process.exit(130)
  return code === 0
}

// A tool that crashed has left no report.
function countsIn<Report>(path: string, count: (report: Report) => Counts): Counts | undefined {
  return existsSync(path) ? count(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}
