import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readIfExists } from './read-if-exists.mjs'

const heartbeatMs = 2_000
const expiryMs = 60_000
const heldByThisProcess = new Set()

/** Runs `work` while holding a lock file with the pid of its owner. Takes over a lock whose owner died. */
export async function withLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true })
  let waited = false
  while (!tryAcquire(file) || (waited && (await wasOverwritten(file)))) {
    if (!waited) onWait()
    waited = true
    await sleep(200)
  }
  heldByThisProcess.add(file)
  const heartbeat = setInterval(() => utimesSync(file, new Date(), new Date()), heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    heldByThisProcess.delete(file)
    rmSync(file, { force: true })
  }
}

function tryAcquire(file) {
  if (isStale(file)) rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

// Two processes may remove the same stale lock. The later one wins, and the earlier one notices here.
async function wasOverwritten(file) {
  await sleep(50)
  return readIfExists(file) !== String(process.pid)
}

function isStale(file) {
  const pid = Number(readIfExists(file))
  if (!pid) return isExpired(file)
  // After a reboot the recorded pid may be this very process.
  if (pid === process.pid) return !heldByThisProcess.has(file)
  return !isAlive(pid) || isExpired(file)
}

function isExpired(file) {
  const touchedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  return touchedAt !== undefined && Date.now() - touchedAt > expiryMs
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
