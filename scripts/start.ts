import { fileURLToPath } from 'node:url'
import { isWebBuilt } from './build/fingerprint.ts'
import { ensureInstalled } from './install/install.mjs'
import { run } from './install/run.mjs'

// The config reads this variable. The built pages have React's production build in any case.
process.env.NODE_ENV ||= 'production'

const root = fileURLToPath(new URL('..', import.meta.url))
// The build runs in a child process, so that the bundler's memory is freed.
if (!isWebBuilt(root)) {
  // A release has built pages, and may be installed without the bundler. It is needed once somebody changes a page.
  const packages = await ensureInstalled(root)
  if (packages !== 'ready') process.exit(packages === 'stopped' ? 0 : 1)
  const { code, stopped } = await run(process.execPath, ['scripts/build.ts'])
  if (stopped) process.exit(0)
  if (code !== 0) process.exit(code)
}

// Until the server installs its own signal handlers, there is nothing to drain.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const exit = () => process.exit(0)
for (const signal of signals) process.on(signal, exit)
await import('../src/server/main.ts')
for (const signal of signals) process.off(signal, exit)
