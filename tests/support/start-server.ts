import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { markFinished, needsSetup } from '#server/setup/setup-state.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { buildWeb } from '../../scripts/build.ts'
import { findFreePort } from './free-port.ts'
import { childEnvironment } from './test-clock.ts'

const root = resolve(import.meta.dirname, '../..')
const main = join(root, 'src/server/main.ts')

/** The real server, except that students sign up and log in without delay. */
export const quickServer = join(root, 'tests/support/quick-server.ts')

/** The options of Node.js that `npm start` passes, so that tests and benchmarks run what operators run. */
const nodeOptions = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'))

export interface RunningServer {
  url: string
  dataDir: string
  process: ChildProcess
  /** Returns standard output and standard error so far. */
  output: () => string
  stop: () => Promise<number | null>
}

/**
 * Starts the real server as a child process, by default on a free port with an empty data folder. It is set up already,
 * unless `isNew` says otherwise.
 */
export async function startServer(
  settings: Record<string, string> = {},
  entry = main,
  { isNew = false } = {},
): Promise<RunningServer> {
  // A run of one file has not built the pages yet. If they are built, this is quick.
  await buildWeb({ log: () => undefined })
  const port = settings.PORT ?? String(await findFreePort())
  const dataDir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'quad-server-')))
  const env = {
    ...childEnvironment(),
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DEMO: '0',
    PORT: port,
    DATA_DIR: dataDir,
    ...settings,
  }
  if (!isNew) await skipSetup(env)
  const child = spawn(process.execPath, [...nodeOptions, entry], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  await new Promise<void>((resolveReady, reject) => {
    // The sample content that a test asks for is added after the start.
    const lines = ['ready at', ...(settings.DEMO === '1' ? ['Sample content is in place'] : [])]
    child.stdout.on('data', () => lines.every((line) => output.includes(line)) && resolveReady())
    exit.then((code) => reject(new Error(`The server ended with code ${code}:\n${output}`)))
  })
  return {
    url: `http://localhost:${port}`,
    dataDir,
    process: child,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      const code = await exit
      if (!settings.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

/** Marks the set-up of a site as finished before its first start. Wrong settings are left to the start. */
async function skipSetup(env: Record<string, string | undefined>) {
  let config: Config
  try {
    config = readConfig(env)
  } catch {
    return
  }
  if (!needsSetup(config)) return
  const db = await openDatabase(config)
  await migrate(db)
  await markFinished(db, Date.now())
  await db.close()
}
