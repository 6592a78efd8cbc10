import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findPostgres, unprivilegedUser } from './find-postgres.ts'
import { findFreePort } from './free-port.ts'

export interface PostgresServer {
  /** The URL that connects as a user who may create databases. */
  url: string
  /** A line for the log that says where the server comes from. */
  description: string
  stop(): Promise<void>
}

export interface ThrowawayPostgres extends PostgresServer {
  /** Sends SIGKILL, as in a power cut. */
  kill(): Promise<void>
  /** Starts the server again on the same data and port. */
  restart(): Promise<void>
}

// These settings favour speed over durability: the data need not survive a crash of the machine.
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
]

// This script stops the server and deletes its folder when standard input closes, so that both end with the test process.
const supervisor = `
folder="$1"; shift
"$@" &
server=$!
cat > /dev/null
kill -QUIT $server
wait $server
rm -rf "$folder"
`

/** Starts a server for tests and benchmarks: the one of TEST_DATABASE_URL, or a throw-away one. */
export async function startPostgres(): Promise<PostgresServer> {
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    const description = 'PostgreSQL: the server of TEST_DATABASE_URL.'
    return { url, description, stop: async () => undefined }
  }
  return startThrowawayPostgres()
}

export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const cluster = await createClusterFolder()
  const password = crypto.randomUUID()
  const passwordFile = join(cluster.folder, 'password')
  await writeFile(passwordFile, password)
  await cluster.run('initdb', [
    ...['-D', cluster.data, '-U', 'quad', `--pwfile=${passwordFile}`],
    ...['--auth=password', '--encoding=UTF8', '--locale=C', '--no-sync'],
  ])
  return startCluster(cluster, password)
}

/** Creates a folder for one server. Its `run` runs PostgreSQL's programs, which refuse to run as root. */
async function createClusterFolder() {
  const { folder: programsOrLinks, found } = findPostgres()
  // This folder may have links to only some of the programs. The others are beside the link's target.
  const programs = dirname(await realpath(join(programsOrLinks, 'postgres')))
  const user = unprivilegedUser()
  const folder = await mkdtemp(join(tmpdir(), 'quad-postgres-'))
  if (user) await chown(folder, user.uid, user.gid)
  const spawnOptions = { ...user, env: { ...process.env, LC_ALL: 'C' }, cwd: folder }
  const run = async (program: string, args: string[]) => {
    await promisify(execFile)(join(programs, program), args, spawnOptions)
  }
  return { programs, found, folder, data: join(folder, 'data'), spawnOptions, run }
}

type Cluster = Awaited<ReturnType<typeof createClusterFolder>>

async function startCluster(cluster: Cluster, password: string): Promise<ThrowawayPostgres> {
  const { programs, found, folder, data, spawnOptions } = cluster
  const port = await findFreePort()
  const command = [join(programs, 'postgres'), '-D', data, '-p', String(port)]
  const args = [...command, ...settings.flatMap((setting) => ['-c', setting])]
  const start = () =>
    spawn('sh', ['-c', supervisor, 'sh', folder, ...args], { ...spawnOptions, detached: true })

  let server = await startUntilReady(start)
  const url = `postgres://quad:${password}@127.0.0.1:${port}/postgres`
  return {
    url,
    description: `PostgreSQL: ${found}, started for this run on port ${port}.`,
    async stop() {
      await waitForExit(server, () => server.stdin?.end())
      await rm(folder, { recursive: true, force: true })
    },
    async kill() {
      await waitForExit(server, () => server.pid && process.kill(-server.pid, 'SIGKILL'))
    },
    async restart() {
      server = await startUntilReady(start)
    },
  }
}

/** Starts the server. Retries, because after a kill the old server's shared memory may still be in use for a moment. */
async function startUntilReady(start: () => ChildProcess, attempts = 20): Promise<ChildProcess> {
  const server = start()
  const log = await readStartLog(server)
  if (log === 'ready') return server
  await waitForExit(server, () => server.pid && process.kill(-server.pid, 'SIGKILL'))
  if (attempts === 1) throw new Error(`PostgreSQL did not start:\n${log}`)
  await pause(250)
  return startUntilReady(start, attempts - 1)
}

/** Returns 'ready', or the log of a server that gave up. */
async function readStartLog(server: ChildProcess): Promise<string> {
  let log = ''
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => resolve(log))
    server.stderr?.on('data', (chunk) => {
      log += chunk
      if (/ready to accept connections/.test(log)) resolve('ready')
      // Early clients get "the database system is starting up", which is not a failure.
      if (/FATAL: {2}(?!the database system is)/.test(log)) resolve(log)
    })
  })
}

async function waitForExit(server: ChildProcess, end: () => unknown): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  end()
  await exit
}
