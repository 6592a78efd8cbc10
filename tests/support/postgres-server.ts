import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findPostgres, ordinaryUser } from './find-postgres.ts'

export interface PostgresServer {
  /** An administrator's address: databases can be created through it. */
  url: string
  /** One plain line about where the server came from. */
  description: string
  stop(): Promise<void>
}

/** A server of our own. */
export interface KillablePostgres extends PostgresServer {
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same data and port. */
  restart(): Promise<void>
  /** Another server that follows this one as a streaming replica. */
  startReplica(): Promise<KillablePostgres>
}

// Faster by leaving out what only protects from a crash of the whole machine.
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
]

// Lives as long as its input: however the tests end, the server stops and its folder goes.
const guardian = `
folder="$1"; shift
"$@" &
server=$!
cat > /dev/null
kill -QUIT $server
wait $server
rm -rf "$folder"
`

/** A server for tests and benchmarks: the one TEST_DATABASE_URL names, or a throw-away one. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    const description = 'PostgreSQL: the server of TEST_DATABASE_URL.'
    return { url: given, description, stop: async () => undefined }
  }
  return startOwn()
}

/** A throw-away server that can be killed. */
export async function startOwn(): Promise<KillablePostgres> {
  const place = await emptyPlace()
  const password = crypto.randomUUID()
  const passwordFile = join(place.folder, 'password')
  await writeFile(passwordFile, password)
  await place.run('initdb', [
    ...['-D', place.data, '-U', 'quad', `--pwfile=${passwordFile}`],
    ...['--auth=password', '--encoding=UTF8', '--locale=C', '--no-sync'],
  ])
  return startIn(place, password)
}

/** A folder for one server, and PostgreSQL's programs run there by a user they accept. */
async function emptyPlace() {
  const { folder: programsOrLinks, found } = findPostgres()
  // Links may lead to some of the programs; the others are where those are.
  const programs = dirname(await realpath(join(programsOrLinks, 'postgres')))
  const user = ordinaryUser()
  const folder = await mkdtemp(join(tmpdir(), 'quad-postgres-'))
  if (user) await chown(folder, user.uid, user.gid)
  const running = { ...user, env: { ...process.env, LC_ALL: 'C' }, cwd: folder }
  const run = async (program: string, args: string[]) => {
    await promisify(execFile)(join(programs, program), args, running)
  }
  return { programs, found, folder, data: join(folder, 'data'), running, run }
}

type Place = Awaited<ReturnType<typeof emptyPlace>>

async function startIn(place: Place, password: string): Promise<KillablePostgres> {
  const { programs, found, folder, data, running } = place
  const port = await freePort()
  const command = [join(programs, 'postgres'), '-D', data, '-p', String(port)]
  const args = [...command, ...settings.flatMap((setting) => ['-c', setting])]
  const start = () =>
    spawn('sh', ['-c', guardian, 'sh', folder, ...args], { ...running, detached: true })

  let server = await ready(start)
  const url = `postgres://quad:${password}@127.0.0.1:${port}/postgres`
  return {
    url,
    description: `PostgreSQL: ${found}, started for this run on port ${port}.`,
    async stop() {
      await ended(server, () => server.stdin?.end())
      await rm(folder, { recursive: true, force: true })
    },
    async kill() {
      await ended(server, () => server.pid && process.kill(-server.pid, 'SIGKILL'))
    },
    async restart() {
      server = await ready(start)
    },
    async startReplica() {
      const other = await emptyPlace()
      const copying = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync']
      await other.run('pg_basebackup', ['-d', url, '-D', other.data, ...copying])
      return startIn(other, password)
    },
  }
}

/** After a kill the old server's memory may be in use for a moment longer, hence several attempts. */
async function ready(start: () => ChildProcess, attempts = 20): Promise<ChildProcess> {
  const server = start()
  const log = await firstLog(server)
  if (log === 'ready') return server
  await ended(server, () => server.pid && process.kill(-server.pid, 'SIGKILL'))
  if (attempts === 1) throw new Error(`PostgreSQL did not start:\n${log}`)
  await pause(250)
  return ready(start, attempts - 1)
}

/** Reads until the server says that it is ready, or that it gives up. */
async function firstLog(server: ChildProcess): Promise<string> {
  let log = ''
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => resolve(log))
    server.stderr?.on('data', (chunk) => {
      log += chunk
      if (/ready to accept (read-only )?connections/.test(log)) resolve('ready')
      // What it tells clients who come too early is no failure of its own.
      if (/FATAL: {2}(?!the database system is)/.test(log)) resolve(log)
    })
  })
}

async function ended(server: ChildProcess, end: () => unknown): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  end()
  await exit
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
