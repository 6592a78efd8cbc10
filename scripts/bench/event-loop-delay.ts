import { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Preloaded into the server. On SIGUSR2 it prints the longest event loop delay since the previous signal, and the slowest
 * statement on SQLite.
 */
const intervalMs = 2
let last = performance.now()
let lastCpu = process.threadCpuUsage()
let longest = 0
let longestCpu = 0
let slowest = { ms: 0, text: '' }

setInterval(() => {
  const now = performance.now()
  const cpu = process.threadCpuUsage()
  longest = Math.max(longest, now - last - intervalMs)
  const micros = cpu.user + cpu.system - lastCpu.user - lastCpu.system
  longestCpu = Math.max(longestCpu, micros / 1_000)
  last = now
  lastCpu = cpu
}, intervalMs).unref()

/** Measures each call of a method that runs a statement. */
function measureCalls<Target extends object>(
  prototype: Target,
  name: keyof Target & string,
  textOf: (target: Target, text: unknown) => string,
) {
  const original = prototype[name] as (...values: unknown[]) => unknown
  function measured(this: Target, ...values: unknown[]) {
    const started = performance.now()
    try {
      return Reflect.apply(original, this, values)
    } finally {
      const ms = performance.now() - started
      if (ms > slowest.ms) slowest = { ms, text: textOf(this, values[0]) }
    }
  }
  Object.defineProperty(prototype, name, { value: measured })
}

for (const name of ['all', 'get', 'run'] as const) {
  measureCalls(StatementSync.prototype, name, ({ sourceSQL }) => sourceSQL)
}
measureCalls(DatabaseSync.prototype, 'exec', (_, text) => String(text))

/** Also prints the processor time. Other processes on a busy machine lengthen the delay, but not the processor time. */
process.on('SIGUSR2', () => {
  const text = slowest.text.replace(/\s+/g, ' ').trim()
  process.stdout.write(
    `longest delay ${longest.toFixed(1)} ms, processor ${longestCpu.toFixed(1)} ms, slowest statement ${slowest.ms.toFixed(1)} ms: ${text}\n`,
  )
  longest = 0
  longestCpu = 0
  slowest = { ms: 0, text: '' }
})
