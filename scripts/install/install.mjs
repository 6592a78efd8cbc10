import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withLock } from './lock.mjs'
import { readIfExists } from './read-if-exists.mjs'
import { run } from './run.mjs'

/**
 * Installs the packages of package-lock.json if needed. Without `withDev`, packages for development may be missing.
 * Resolves to 'ready', 'failed' or, after a signal, 'stopped'.
 */
export async function ensureInstalled(root, { withDev = true } = {}) {
  const isReady = () => isInstalled(root, { withDev })
  if (isReady()) return 'ready'
  const lock = join(root, '.cache/install.lock')
  const logWaiting = () => console.log('Waiting for another command that is installing packages…')
  return withLock(lock, logWaiting, () => (isReady() ? 'ready' : install(root)))
}

export function isInstalled(root, { withDev = true } = {}) {
  if (readIfExists(stampFile(root)) === lockHash(root)) return true
  if (matchesNpmRecord(root, { withDev: true })) {
    writeFileSync(stampFile(root), lockHash(root))
    return true
  }
  return !withDev && matchesNpmRecord(root, { withDev: false })
}

// Recognizes a manual `npm ci`. npm writes this record last, so an interrupted installation has none.
function matchesNpmRecord(root, { withDev }) {
  const record = readIfExists(join(root, 'node_modules/.package-lock.json'))
  if (!record || !existsSync(join(root, 'node_modules/.bin/node'))) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(record).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, dev }]) =>
      path === '' ||
      (installed[path] ? installed[path].version === version : optional || (dev && !withDev)),
  )
}

async function install(root) {
  const started = Date.now()
  console.log('Installing packages…')
  const [command, ...args] = npmCommand()
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const progress = setInterval(() => console.log(describeProgress(root)), progressMs)
  const { code, stopped } = await run(command, [...args, 'ci', '--include=dev', ...quiet], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  }).finally(() => clearInterval(progress))
  if (stopped) return 'stopped'
  if (code !== 0) {
    console.error('The packages could not be installed; npm says why above.')
    return 'failed'
  }
  writeFileSync(stampFile(root), lockHash(root))
  console.log(`Packages installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  return 'ready'
}

const progressMs = 3_000

/** Returns "Installing packages… 120 of 431". It counts the folders of the packages that every machine gets. */
export function describeProgress(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const wanted = Object.keys(packages).filter((path) => path && !packages[path].optional)
  const found = wanted.filter((path) => existsSync(join(root, path)))
  return `Installing packages… ${found.length} of ${wanted.length}`
}

// In an npm script, these variables name npm and its Node, which the installation does not replace.
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  return cli && node && basename(cli).startsWith('npm') ? [node, cli] : ['npm']
}

const stampFile = (root) => join(root, 'node_modules/.quad-lock-hash')

function lockHash(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const machine = `${process.platform}-${process.arch}`
  return createHash('sha256').update(machine).update(lock).digest('hex')
}
