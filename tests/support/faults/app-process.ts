import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Engine, testDatabaseSettings } from '../databases.ts'
import { freePort, type RunningServer, startServer } from '../running-server.ts'
import { ask } from './ask.ts'

export interface AppProcess {
  url: string
  dataDir: string
  /** How long each start took until it could serve. */
  readyTimes: number[]
  output(): string
  start(): Promise<void>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Asks it to end, and tells with which code it did. */
  terminate(): Promise<number | null>
  /** The memory it has now, and the most it ever had, in megabytes. */
  memory(): { now: number; peak: number }
}

/** The real server as it runs for students, which can be killed and started again on the same data. */
export async function startApp(
  engine: Engine,
  settings: Record<string, string> = {},
): Promise<AppProcess> {
  const own = {
    NODE_ENV: 'production',
    RATE_LIMIT: 'off',
    NODE_COMPILE_CACHE: resolve('.cache/compiled'),
    PORT: String(await freePort()),
    ...(settings.DATA_DIR ? {} : await testDatabaseSettings(engine)),
    ...settings,
  }
  const url = `http://127.0.0.1:${own.PORT}`
  const readyTimes: number[] = []
  let server: RunningServer

  async function start() {
    const began = performance.now()
    server = await startServer(own)
    await ask(`${url}/api/health`)
    readyTimes.push(performance.now() - began)
  }

  async function end(signal: NodeJS.Signals) {
    const child = server.process
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }

  await start()
  onTestFinished(async () => void (await end('SIGKILL')))
  return {
    url,
    get dataDir() {
      return server.dataDir
    },
    readyTimes,
    output: () => server.output(),
    start,
    kill: async () => void (await end('SIGKILL')),
    terminate: () => end('SIGTERM'),
    memory: () => memoryOf(server.process.pid ?? 0),
  }
}

function memoryOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}
