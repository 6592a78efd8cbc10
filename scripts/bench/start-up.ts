import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '#tests/support/free-port.ts'
import { type BenchContext, BenchError } from './bench-context.ts'
import { median } from './median.ts'
import { listProcessTree, readResidentMegabytes } from './process-tree.ts'
import type { Measurement } from './result-tables.ts'
import { createTempFolder } from './temp-folder.ts'

const root = resolve(import.meta.dirname, '../..')
const idleAfterMs = 3_000

/** Measures the start time and idle memory of `npm start` with the sample listings. */
export async function benchStartUp(bench: BenchContext): Promise<Measurement[]> {
  const { quick, stack } = bench
  const folder = await createTempFolder(bench)
  // The first start fills the database and the compile cache.
  await (await runNpmStart(folder, stack)).stop()
  const times: number[] = []
  const memory: number[] = []
  for (let round = 0; round < (quick ? 2 : 5); round++) {
    const started = await runNpmStart(folder, stack)
    times.push(started.milliseconds)
    await (await fetch(started.url)).text()
    await pause(idleAfterMs)
    // The last process of the tree is the server; npm and the bootstrap wait for it.
    memory.push(readResidentMegabytes(listProcessTree(started.pid).at(-1) ?? 0))
    await started.stop()
  }
  return [
    { name: 'warm npm start until ready', value: median(times) / 1000, unit: 's', max: 1.5 },
    { name: 'memory of the idle server', value: median(memory), unit: 'MB', max: 170 },
  ]
}

async function runNpmStart(folder: string, stack: AsyncDisposableStack) {
  const port = await findFreePort()
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', PORT: String(port), DATA_DIR: folder, DEMO: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // The server has its own process group, so that a signal reaches every process in it.
    detached: true,
  })
  const { pid = 0 } = child
  const exit = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGTERM')
    await exit
  }
  stack.defer(stop)
  let printed = ''
  await new Promise<void>((ready, fail) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk
      // The first start adds the samples after "ready". Later starts print at once that the samples are in place.
      if (/ready at/.test(printed) && /Sample content is in place/.test(printed)) ready()
    })
    exit.then(() => fail(new BenchError(`npm start ended at once:\n${printed}`)))
  })
  const milliseconds = performance.now() - started
  return { pid, milliseconds, url: `http://127.0.0.1:${port}/`, stop }
}
