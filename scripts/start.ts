import { fileURLToPath } from 'node:url'
import { isWebBuilt } from './build/fingerprint.ts'
import { run } from './install/run.mjs'

// Rendering is five times faster in production mode. React reads this variable on import.
process.env.NODE_ENV ||= 'production'

// The build runs in a child process, so that the bundler's memory is freed.
if (!isWebBuilt(fileURLToPath(new URL('..', import.meta.url)))) {
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
