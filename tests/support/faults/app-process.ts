import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { readTreeMegabytes } from '../../../scripts/bench/process-tree.ts'
import { type Engine, testDatabaseSettings } from '../databases.ts'
import { findFreePort } from '../free-port.ts'
import { type RunningServer, startServer } from '../start-server.ts'
import { sendRequest } from './send-request.ts'

export interface AppProcess {
  url: string
  dataDir: string
  /** The milliseconds from each start to the first response. */
  readyTimes: number[]
  output(): string
  start(): Promise<void>
  /** Sends SIGKILL, as in a power cut. */
  kill(): Promise<void>
  /** Sends SIGTERM. Resolves with the exit code. */
  terminate(): Promise<number | null>
  /** Returns the memory of the server and its child processes in megabytes, now and at its peak. */
  memory(): { now: number; peak: number }
}

/** Starts the real server in production mode. It can be killed and restarted on the same data. */
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

  let peak = 0
  const readMemory = () => {
    // The value is NaN while one of the processes ends.
    const now = Math.round(readTreeMegabytes(server.process.pid ?? 0))
    if (now > peak) peak = now
    return { now, peak }
  }

  await start()
  const sampling = setInterval(readMemory, 50)
  onTestFinished(() => clearInterval(sampling))
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
    memory: readMemory,
  }
}
