import { findBrowsers } from '#tests/other-browsers/find-browsers.ts'
import { buildWeb } from './build.ts'
import { run } from './install/run.mjs'

const { installed, missing } = findBrowsers()
for (const sentence of missing) console.log(sentence)
if (installed.length === 0) process.exit(1)
await buildWeb({ log: (text) => process.stdout.write(text) })
const { code, stopped } = await run(process.execPath, [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config=tests/other-browsers/vitest.config.ts',
  '--reporter=verbose',
  ...process.argv.slice(2),
])
process.exit(stopped ? 130 : code)
