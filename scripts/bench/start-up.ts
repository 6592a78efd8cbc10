import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/running-server.ts'
import { type Bench, BenchError } from './bench.ts'
import { emptyFolder } from './empty-folder.ts'
import { median } from './median.ts'
import { processTree, residentMegabytes } from './process-tree.ts'
import { type Reading, reading } from './verdict.ts'

const root = resolve(import.meta.dirname, '../..')
const idleAfter = 3_000

/** `npm start` as a person types it, on the sample listings. */
export async function benchStartUp(bench: Bench): Promise<Reading[]> {
  const { quick, stack } = bench
  const folder = await emptyFolder(bench)
  // The first start fills the database and the cache of compiled code.
  await (await npmStart(folder, stack)).stop()
  const times: number[] = []
  const memory: number[] = []
  for (let round = 0; round < (quick ? 2 : 5); round++) {
    const started = await npmStart(folder, stack)
    times.push(started.milliseconds)
    await (await fetch(started.url)).text()
    await pause(idleAfter)
    // The last of the tree serves; npm and the Node it came with wait for it.
    memory.push(residentMegabytes(processTree(started.pid).at(-1) ?? 0))
    await started.stop()
  }
  return [
    reading('warm npm start until ready', median(times) / 1000, 's', 1.5),
    reading('memory of the server when idle', median(memory), 'MB', 150),
  ]
}

async function npmStart(folder: string, stack: AsyncDisposableStack) {
  const port = await freePort()
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', PORT: String(port), DATA_DIR: folder, DEMO: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, as a terminal would give it, so that all of it can be ended.
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
      if (printed.includes('ready at')) ready()
    })
    exit.then(() => fail(new BenchError(`npm start ended at once:\n${printed}`)))
  })
  const milliseconds = performance.now() - started
  return { pid, milliseconds, url: `http://127.0.0.1:${port}/`, stop }
}
