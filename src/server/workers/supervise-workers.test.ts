import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { serveClusterMetrics } from '../api/metrics.ts'
import { nextRestartDelay, type Supervisor, superviseWorkers } from './supervise-workers.ts'

const exec = resolve(import.meta.dirname, '../../../tests/support/scripted-worker.mjs')
const listening = { send: { url: 'http://localhost:1' } }
const log = { error: vi.fn() }

let supervisor: Supervisor | undefined
let forked: Worker[] = []
const onFork = (worker: Worker) => forked.push(worker)

function supervise(count: number, settings = {}): Supervisor {
  cluster.setupPrimary({ exec, execArgv: [], cwd: import.meta.dirname, ...settings })
  cluster.on('fork', onFork)
  supervisor = superviseWorkers(count, log)
  return supervisor
}

async function nextFork(): Promise<Worker> {
  const [worker] = await once(cluster, 'fork')
  return worker
}

afterEach(async () => {
  await supervisor?.stop()
  supervisor = undefined
  forked = []
  cluster.off('fork', onFork)
})

/** Starts a supervisor and returns its first workers, in the order of their forks. */
async function start(count: number): Promise<{ workers: Worker[]; ready: Promise<string> }> {
  const { ready } = supervise(count)
  await vi.waitFor(() => expect(forked).toHaveLength(count))
  return { workers: [...forked], ready }
}

it('is ready once every worker listens', async () => {
  const { workers, ready } = await start(2)
  for (const worker of workers) worker.send(listening)
  expect(await ready).toBe('http://localhost:1')
})

it('replaces a worker that exits after its own readiness and before that of the others', async () => {
  const { workers, ready } = await start(2)
  const [first, second] = workers
  first?.send(listening)
  await once(first as Worker, 'message')
  first?.send({ exit: 3 })
  await once(first as Worker, 'exit')
  const replacement = nextFork()
  second?.send(listening)
  await ready
  expect((await replacement).id).not.toBe(first?.id)
  expect(log.error).toHaveBeenCalledWith(
    'A worker process ended (code 3); another takes its place.',
  )
})

it('tries again when a fork fails', async () => {
  const { workers, ready } = await start(1)
  workers[0]?.send(listening)
  await ready
  cluster.setupPrimary({ cwd: '/no/such/folder' })
  workers[0]?.send({ exit: 1 })
  const failed = await nextFork()
  expect(failed.process.pid).toBeUndefined()
  cluster.setupPrimary({ cwd: import.meta.dirname })
  expect((await nextFork()).process.pid).toBeGreaterThan(0)
})

it('fails the first start on a fork that fails', async () => {
  await expect(supervise(1, { cwd: '/no/such/folder' }).ready).rejects.toThrow('ENOENT')
})

it('fails the first start on a fork that throws', async () => {
  vi.spyOn(cluster, 'fork').mockImplementationOnce(() => {
    throw new Error('spawn ENOMEM')
  })
  await expect(supervise(1).ready).rejects.toThrow('ENOMEM')
})

it('fails the first start with the message of the worker', async () => {
  const { workers, ready } = await start(2)
  workers[1]?.send({ send: { startupError: 'Port 3000 is taken.' } })
  await expect(ready).rejects.toThrow('Port 3000 is taken.')
})

it('answers a worker that died while its metrics were collected without an error event', async () => {
  const { workers, ready } = await start(1)
  const worker = workers[0] as Worker
  worker.send(listening)
  await ready
  serveClusterMetrics()
  worker.send({ exit: 0 })
  await once(worker, 'exit')
  const onError = vi.fn()
  worker.on('error', onError)
  const send = vi.spyOn(worker, 'send')
  cluster.emit('message', worker, { type: 'quad:metrics-request' })
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  await new Promise(setImmediate)
  expect(onError).not.toHaveBeenCalled()
})

it('restarts a worker that ran stably without delay', () => {
  expect(nextRestartDelay(3_600_000, 30_000)).toBe(0)
})

it('doubles the delay each time a worker exits early, up to 30 seconds', () => {
  const delays = [0]
  for (let exits = 0; exits < 12; exits += 1) delays.push(nextRestartDelay(50, delays.at(-1) ?? 0))
  expect(delays.slice(1, 5)).toEqual([100, 200, 400, 800])
  expect(delays.at(-1)).toBe(30_000)
})
