import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withLock } from './lock.mjs'
import { run } from './run.mjs'

/**
 * Installs the packages of package-lock.json unless they are there. Resolves to 'ready', 'failed'
 * or, when a signal asked for the end, 'stopped'.
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return 'ready'
  const lock = join(root, '.cache/install.lock')
  const sayWaiting = () => console.log('Waiting for another command that is installing packages…')
  return withLock(lock, sayWaiting, () => (isInstalled(root) ? 'ready' : install(root)))
}

export function isInstalled(root) {
  if (readOrNothing(stampFile(root)) === lockHash(root)) return true
  if (!wasInstalledByHand(root)) return false
  writeFileSync(stampFile(root), lockHash(root))
  return true
}

// npm writes this record last, so a broken installation has none.
function wasInstalledByHand(root) {
  const record = readOrNothing(join(root, 'node_modules/.package-lock.json'))
  if (!record || !existsSync(join(root, 'node_modules/.bin/node'))) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(record).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional),
  )
}

async function install(root) {
  const started = Date.now()
  console.log('Installing packages…')
  const [command, ...args] = npm()
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const { code, stopped } = await run(command, [...args, 'ci', '--include=dev', ...quiet], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  })
  if (stopped) return 'stopped'
  if (code !== 0) {
    console.error('The packages could not be installed; npm says why above.')
    return 'failed'
  }
  writeFileSync(stampFile(root), lockHash(root))
  console.log(`Packages installed in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  return 'ready'
}

// Inside an npm script npm names itself and its own Node, which the installation does not replace.
function npm() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  return cli && node && basename(cli).startsWith('npm') ? [node, cli] : ['npm']
}

const stampFile = (root) => join(root, 'node_modules/.quad-lock-hash')

function lockHash(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const machine = `${process.platform}-${process.arch}`
  return createHash('sha256').update(machine).update(lock).digest('hex')
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
