import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const minVersion = 15

const commonFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/opt/homebrew/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/usr/local/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
]

/** Returns the folder of PostgreSQL's programs. As root on Debian, installs them if they are missing. */
export function findPostgres(): { folder: string; found: string } {
  const folder = installedFolder()
  if (folder) return { folder, found: `found in ${folder}` }
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    installFromDebian()
    const installed = installedFolder()
    if (installed) return { folder: installed, found: `installed in ${installed}` }
  }
  throw new Error(
    `The tests need PostgreSQL ${minVersion} or newer: install it (apt install postgresql, brew install postgresql@17), or set TEST_DATABASE_URL to a server whose user may create databases.`,
  )
}

function installedFolder(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const newestFirst = commonFolders.flatMap((pattern) => globSync(pattern).sort().reverse())
  return [...onPath, ...newestFirst].find((folder) => hasPrograms(folder) && isRecent(folder))
}

function hasPrograms(folder: string): boolean {
  try {
    for (const program of ['initdb', 'postgres']) accessSync(join(folder, program), constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isRecent(folder: string): boolean {
  const version = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/\d+/.exec(version)?.[0]) >= minVersion
}

function installFromDebian(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  console.log('Installing PostgreSQL for the tests …')
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
  execFileSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { env, stdio: 'ignore' })
}

/** Returns another user if this process runs as root, because PostgreSQL refuses to run as root. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL cannot run as root and there is no user "postgres" or "nobody".')
}
