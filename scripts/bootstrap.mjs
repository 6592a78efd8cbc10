// This file runs before anything is installed, so it is plain JavaScript. Node 20 has every named import in it.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import util from 'node:util'
import { ensureInstalled } from './install/install.mjs'
import { run } from './install/run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const servers = ['start', 'dev']
// These run without the packages for development. A start installs them if it has to build the pages.
const operating = [
  'start',
  'backup',
  'restore',
  'move-photos',
  'visits',
  'jobs',
  'reindex',
  'role',
  'campus',
  'setup',
  'student',
  'remove-samples',
]
const tests = ['test', 'test-faults', 'test-browsers', 'mutants']
const commands = readCommands()
// The exit code of the dynamic linker when a library is missing.
const missingLibrary = 127
const pinnedNode = join(root, 'node_modules/.bin/node')

const [command, ...args] = process.argv.slice(2)
const target = join(root, 'scripts', `${command}.ts`)
if (!commands.includes(command) || !existsSync(target)) {
  fail(`There is no command "${command ?? ''}". Try: npm start, npm test, npm run dev.`)
}

process.chdir(root)
const packages = await ensureInstalled(root, { withDev: !operating.includes(command) })
// Stopping a server is a success; an interrupted test run is not.
if (packages === 'stopped') process.exit(servers.includes(command) ? 0 : 130)
if (packages === 'failed') process.exit(1)

if (isPinnedNode()) await runHere()
else await runWithPinnedNode()

/** Returns the scripts of package.json that start with this file. */
function readCommands() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.values(scripts).flatMap((line) => line.split('bootstrap.mjs ').slice(1))
}

function isPinnedNode() {
  if (existsSync(pinnedNode)) return realpathSync(pinnedNode) === realpathSync(process.execPath)
  if (Number.parseInt(process.versions.node, 10) >= 26) return true
  fail('Quad runs on Node 26, which npm has no package of for this machine: please install it.')
}

async function runWithPinnedNode() {
  const ipc = ['inherit', 'inherit', 'inherit', 'ipc']
  const bootstrap = fileURLToPath(import.meta.url)
  const { code } = await run(pinnedNode, [...process.execArgv, bootstrap, command, ...args], {
    stdio: ipc,
  })
  if (code === missingLibrary) {
    fail(
      'Node 26 lacks a library on this machine. On Debian and Ubuntu: apt-get install libatomic1',
    )
  }
  process.exit(code)
}

async function runHere() {
  exitWithParent()
  // Tests must not reach the databases and mail servers in .env.
  if (!tests.includes(command)) loadEnvFile()
  // The compile cache halves the start time. It is flushed at once, because a server may be killed before it exits.
  module.enableCompileCache(join(root, '.cache/compiled'))
  process.argv.splice(1, 2, target)
  await import(pathToFileURL(target).href)
  module.flushCompileCache()
}

// A parent killed with SIGKILL forwards no signal. The closed IPC channel counts as one.
function exitWithParent() {
  if (!process.channel) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

function loadEnvFile() {
  const file = join(root, '.env')
  if (!existsSync(file)) return
  for (const [name, value] of Object.entries(util.parseEnv(readFileSync(file, 'utf8')))) {
    if (!process.env[name] && value) process.env[name] = value
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
