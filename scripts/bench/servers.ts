import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort, startServer } from '#tests/support/running-server.ts'
import { type Bench, BenchError } from './bench.ts'

/** A process to send requests to, and to weigh. */
export interface Server {
  url: string
  pid: number
}

export interface QuadServer extends Server {
  stop: () => Promise<unknown>
  output: () => string
}

/** The built product as it runs for real, except that nobody is slowed down. */
export async function startQuad(
  { stack }: Bench,
  settings: Record<string, string>,
): Promise<QuadServer> {
  const server = await startServer({
    NODE_ENV: 'production',
    RATE_LIMIT: 'off',
    ...settings,
  }).catch((error: Error) => {
    throw new BenchError(error.message)
  })
  stack.defer(async () => void (await server.stop()))
  const { url, process: child, stop, output } = server
  return { url, pid: child.pid ?? 0, stop, output }
}

/** One of the two limits, in a process of its own like the product. */
export async function startHello({ stack }: Bench, kind: 'node' | 'fastify'): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, `hello-${kind}.ts`)], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stack.defer(() => void child.kill())
  const ready = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => null),
  ])
  if (!ready) throw new BenchError(`The ${kind} limit did not start on port ${port}.`)
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
}
