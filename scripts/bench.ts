import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BenchContext, BenchError } from './bench/bench-context.ts'
import { benchCampus } from './bench/campus/campus.ts'
import { replaceSection, type Section } from './bench/document.ts'
import { benchGrowth } from './bench/growth.ts'
import { benchHostile } from './bench/hostile/hostile.ts'
import { benchLighthouse } from './bench/lighthouse.ts'
import { benchMails } from './bench/mails.ts'
import { benchPhone } from './bench/phone.ts'
import { describeProvenance } from './bench/provenance.ts'
import { benchSpeed } from './bench/speed.ts'
import { benchStalls } from './bench/stalls.ts'
import { buildWeb } from './build.ts'
import { readIfExists } from './install/read-if-exists.mjs'

const documentPath = 'docs/benchmarks.md'

type Benchmark = Exclude<Section, 'tests'>

const benchmarks: Record<Benchmark, (bench: BenchContext) => Promise<string>> = {
  speed: benchSpeed,
  growth: benchGrowth,
  lighthouse: benchLighthouse,
  phone: benchPhone,
  campus: benchCampus,
  hostile: benchHostile,
  stalls: benchStalls,
  mails: benchMails,
}

const usage = `npm run bench [-- ${Object.keys(benchmarks).join(' | ')}] [--quick] [--share 0.2] [--only part-of-a-name] [--compare http://localhost:3000]`
const { section, ...options } = parseArguments()
const stack = new AsyncDisposableStack()
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
try {
  await buildWeb({ log: (text) => process.stdout.write(text) })
  const body = await benchmarks[section]({ ...options, stack, log: console.log })
  console.log(`\n${body}`)
  if (!options.quick && !options.only && !options.compare) writeSection(body)
} catch (error) {
  // After a signal, the errors of stopped servers and queries are only noise.
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

function writeSection(body: string) {
  const share = options.share === 1 ? '' : ` --share ${options.share}`
  const command = section === 'speed' ? 'npm run bench' : `npm run bench -- ${section}${share}`
  const before = readIfExists(documentPath)
  const note = `Repeat with \`${command}\`. Measured on ${describeProvenance()}`
  writeFileSync(documentPath, replaceSection(before, section, `${body}\n\n${note}`))
  console.log(`\nWritten to ${documentPath}.`)
}

function parseArguments(): Omit<BenchContext, 'stack' | 'log'> & { section: Benchmark } {
  try {
    const options = {
      quick: { type: 'boolean', default: false },
      share: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      compare: { type: 'string', default: '' },
    } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [section = 'speed', ...more] = positionals
    if (!(section in benchmarks) || more.length > 0)
      throw new Error(`There is no "${positionals.join(' ')}".`)
    const share = Number(values.share)
    if (!(share > 0 && share <= 1)) throw new Error('--share must be above 0 and at most 1.')
    return { ...values, section: section as Benchmark, share }
  } catch (error) {
    console.error(`${(error as Error).message}\nTry: ${usage}`)
    process.exit(1)
  }
}
