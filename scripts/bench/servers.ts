import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findFreePort } from '#tests/support/free-port.ts'
import { startServer } from '#tests/support/start-server.ts'
import { type BenchContext, BenchError } from './bench-context.ts'

/** A process that receives requests and whose CPU time and memory we read. */
export interface Server {
  url: string
  pid: number
}

export interface QuadServer extends Server {
  stop: () => Promise<unknown>
  output: () => string
}

/** Starts the built product in production mode, without rate limits. */
export async function startQuad(
  { stack }: BenchContext,
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

/** Starts a minimal server for comparison, in its own process like the product. */
export async function startBaseline(
  { stack }: BenchContext,
  kind: 'node' | 'fastify',
): Promise<Server> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, `hello-${kind}.ts`)], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stack.defer(() => void child.kill())
  const ready = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => null),
  ])
  if (!ready) throw new BenchError(`The ${kind} baseline did not start on port ${port}.`)
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
}
