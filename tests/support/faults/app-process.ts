import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { type Engine, testDatabaseSettings } from '../databases.ts'
import { findFreePort } from '../free-port.ts'
import { type RunningServer, startServer } from '../start-server.ts'
import { sendRequest } from './send-request.ts'

export interface AppProcess {
  url: string
  dataDir: string
  /** Milliseconds from each start to the first response. */
  readyTimes: number[]
  output(): string
  start(): Promise<void>
  /** SIGKILL, as in a power cut. */
  kill(): Promise<void>
  /** SIGTERM; resolves to the exit code. */
  terminate(): Promise<number | null>
  /** Resident memory in megabytes, now and at most so far. */
  memory(): { now: number; peak: number }
}

/** The real server in production mode, which can be killed and restarted on the same data. */
export async function startApp(
  engine: Engine,
  settings: Record<string, string> = {},
): Promise<AppProcess> {
  const allSettings = {
    NODE_ENV: 'production',
    RATE_LIMIT: 'off',
    PORT: String(await findFreePort()),
    ...(settings.DATA_DIR ? {} : await testDatabaseSettings(engine)),
    ...settings,
  }
  const url = `http://127.0.0.1:${allSettings.PORT}`
  const readyTimes: number[] = []
  let server: RunningServer

  async function start() {
    const startedAt = performance.now()
    server = await startServer(allSettings)
    await sendRequest(`${url}/api/health`)
    readyTimes.push(performance.now() - startedAt)
  }

  async function endProcess(signal: NodeJS.Signals) {
    const child = server.process
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    return child.exitCode
  }

  await start()
  onTestFinished(async () => void (await endProcess('SIGKILL')))
  return {
    url,
    get dataDir() {
      return server.dataDir
    },
    readyTimes,
    output: () => server.output(),
    start,
    kill: async () => void (await endProcess('SIGKILL')),
    terminate: () => endProcess('SIGTERM'),
    memory: () => readMemory(server.process.pid ?? 0),
  }
}

function readMemory(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}
