import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeatMs = 2_000
const silentMs = 60_000
const held = new Set()

/** Runs `work` while no other process works under the same lock file; a holder that died is passed over. */
export async function withLock(file, sayWaiting, work) {
  mkdirSync(dirname(file), { recursive: true })
  let waited = false
  while (!take(file) || (waited && (await wasTakenOver(file)))) {
    if (!waited) sayWaiting()
    waited = true
    await sleep(200)
  }
  held.add(file)
  const heartbeat = setInterval(() => utimesSync(file, new Date(), new Date()), heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    held.delete(file)
    rmSync(file, { force: true })
  }
}

function take(file) {
  if (isAbandoned(file)) rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

// Two processes may pass over the same dead holder at once: the later one wins, the earlier sees it here.
async function wasTakenOver(file) {
  await sleep(50)
  return readOrNothing(file) !== String(process.pid)
}

function isAbandoned(file) {
  const pid = Number(readOrNothing(file))
  if (!pid) return isSilent(file)
  // After a restart of the machine the recorded number may be this very process.
  if (pid === process.pid) return !held.has(file)
  return !isAlive(pid) || isSilent(file)
}

function isSilent(file) {
  const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return touched !== undefined && Date.now() - touched > silentMs
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
