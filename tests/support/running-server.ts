import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const main = resolve(import.meta.dirname, '../../src/server/main.ts')

export interface RunningServer {
  url: string
  dataDir: string
  process: ChildProcess
  /** All it has printed so far. */
  output: () => string
  stop: () => Promise<number | null>
}

/** The real server as a process of its own, on a free port and an empty data folder unless told otherwise. */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const port = settings.PORT ?? String(await freePort())
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'quad-server-')))
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DEMO: '0',
      PORT: port,
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const collect = (chunk: Buffer) => {
    printed += chunk
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  await new Promise<void>((ready, fail) => {
    child.stdout.on('data', () => printed.includes('ready at') && ready())
    exit.then((code) => fail(new Error(`The server ended with code ${code}:\n${printed}`)))
  })
  return {
    url: `http://localhost:${port}`,
    dataDir,
    process: child,
    output: () => printed,
    stop: async () => {
      child.kill('SIGTERM')
      const code = await exit
      if (!settings.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}
