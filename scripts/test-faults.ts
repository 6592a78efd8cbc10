import { mkdirSync, rmSync } from 'node:fs'
import { buildWeb } from './build.ts'
import { readIfExists } from './install/read-if-exists.mjs'
import { run } from './install/run.mjs'
import { formatSummary, readVitestCounts } from './testing/test-summary.ts'

const report = '.cache/faults.json'
const figures = '.cache/faults-figures.txt'

mkdirSync('.cache', { recursive: true })
for (const file of [report, figures]) rmSync(file, { force: true })
await buildWeb({ log: (text) => process.stdout.write(text) })

const started = Date.now()
const { code, stopped } = await run(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config=vitest.faults.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { env: { ...process.env, FAULT_FIGURES: figures } },
)
if (stopped) process.exit(130)

console.log(`\nFigures\n${readIfExists(figures) || 'none\n'}`)
const seconds = (Date.now() - started) / 1000
const reportText = readIfExists(report)
const counts = reportText ? readVitestCounts(JSON.parse(reportText)) : undefined
console.log(formatSummary([{ name: 'Faults', ok: code === 0, seconds, counts }]).join('\n'))
process.exit(code)
