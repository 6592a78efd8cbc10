import { fileURLToPath } from 'node:url'
import { isWebBuilt } from './fingerprint.ts'
import { run } from './run.mjs'

// Rendering is five times faster with it, and React reads it when first imported.
process.env.NODE_ENV ||= 'production'

// In a process of its own, so that the bundler's memory goes when it is done.
if (!isWebBuilt(fileURLToPath(new URL('..', import.meta.url)))) {
  const { code, stopped } = await run(process.execPath, ['scripts/build.ts'])
  if (stopped) process.exit(0)
  if (code !== 0) process.exit(code)
}

// Until the server has its own way to stop there is nothing to finish first.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const leave = () => process.exit(0)
for (const signal of signals) process.on(signal, leave)
await import('../src/server/main.ts')
for (const signal of signals) process.off(signal, leave)
