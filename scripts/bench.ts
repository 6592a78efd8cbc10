import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Bench, BenchError } from './bench/bench.ts'
import { type Section, sections, withSection } from './bench/document.ts'
import { benchGrowth } from './bench/growth.ts'
import { benchLighthouse } from './bench/lighthouse.ts'
import { provenance } from './bench/machine.ts'
import { benchPostgres } from './bench/postgres.ts'
import { benchSpeed } from './bench/speed.ts'
import { buildWeb } from './build.ts'

const usage = `npm run bench [-- ${Object.keys(sections).join(' | ')}] [--quick] [--only part-of-a-name]`
const page = 'docs/benchmarks.md'

const parts: Record<Section, (bench: Bench) => Promise<string>> = {
  speed: benchSpeed,
  growth: benchGrowth,
  lighthouse: benchLighthouse,
  postgres: benchPostgres,
}

const { section, quick, only } = readArguments()
const stack = new AsyncDisposableStack()
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
try {
  await buildWeb({ log: (text) => process.stdout.write(text) })
  const body = await parts[section]({ quick, only, stack, say: console.log })
  console.log(`\n${body}`)
  if (!quick && !only) write(body)
} catch (error) {
  // What was cut short fails in ways that say nothing.
  if (!stopped) console.error(error instanceof BenchError ? error.message : error)
  process.exitCode = stopped ? 130 : 1
} finally {
  await stack.disposeAsync()
}

async function stop() {
  if (stopped) return
  stopped = true
  await stack.disposeAsync()
  process.exit(130)
}

function write(body: string) {
  const command = section === 'speed' ? 'npm run bench' : `npm run bench -- ${section}`
  const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const note = `Repeat with \`${command}\`. Measured on ${provenance()}`
  writeFileSync(page, withSection(before, section, `${body}\n\n${note}`))
  console.log(`\nWritten to ${page}.`)
}

function readArguments(): { section: Section; quick: boolean; only: string } {
  try {
    const options = {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
    } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [section = 'speed', ...more] = positionals
    if (!(section in parts) || more.length > 0)
      throw new Error(`There is no "${positionals.join(' ')}".`)
    return { section: section as Section, ...values }
  } catch (error) {
    console.error(`${(error as Error).message}\nTry: ${usage}`)
    process.exit(1)
  }
}
