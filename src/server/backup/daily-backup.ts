import { access, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { campusIsoDate } from '#contract/campus-date.ts'
import type { Db } from '../database/database.ts'
import { withLock } from '../database/with-lock.ts'
import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { errorReason } from '../errors.ts'

const maxBackups = 7
const pauseMs = 5
const backupName = /^quad-\d{4}-\d{2}-\d{2}\.tar$/
const temporaryName = /^\.quad-.+\.part$/

export interface DailyBackupDeps {
  db: Db
  folder: string
  now: () => number
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  firstRunAfterMs?: number
  intervalMs?: number
}

/**
 * Backs up the SQLite database once a day and keeps the last seven. Photos are not included, since their files never
 * change; PostgreSQL has its own tools. Checks a minute after the start, so that a short trial makes none, then hourly.
 */
export function startDailyBackup(deps: DailyBackupDeps): { stop(): Promise<void> } {
  const { db, firstRunAfterMs = minuteMs, intervalMs = hourMs } = deps
  if (db.dialect !== 'sqlite') return { stop: async () => undefined }
  const stopping = new AbortController()
  let current: Promise<void> | undefined

  function run() {
    current ??= backUpToday(deps, stopping.signal).finally(() => {
      current = undefined
    })
  }

  const first = setTimeout(run, firstRunAfterMs).unref()
  const timer = setInterval(run, intervalMs).unref()
  return {
    async stop() {
      clearTimeout(first)
      clearInterval(timer)
      stopping.abort()
      await current
    },
  }
}

async function backUpToday(deps: DailyBackupDeps, signal: AbortSignal) {
  const { db, folder, now, log } = deps
  const path = join(folder, `quad-${campusIsoDate(now())}.tar`)
  try {
    await withLock(db, 'daily-backup', () => backUpOnce(deps, path, signal))
  } catch (error) {
    if (signal.aborted) return
    const message = `The daily backup to ${path} failed and will be tried again in an hour: ${errorReason(error)}`
    log.error({ err: error }, message)
  }
}

async function backUpOnce(
  { db, folder, now, log }: DailyBackupDeps,
  path: string,
  signal: AbortSignal,
) {
  if (await fileExists(path)) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Imported on demand, so that the server starts faster.
  const { writeBackup } = await import('./write-backup.ts')
  // Yields to requests between batches: a backup may take long, a request may not.
  const pause = () => delay(pauseMs, undefined, { signal })
  const { bytes } = await writeBackup({ db, path, now: now(), pause })
  await deleteOldBackups(folder, now())
  log.info({ path, bytes }, 'the database was backed up')
}

/** Only after a success, so that failures never delete the last good backups. */
async function deleteOldBackups(folder: string, now: number) {
  const names = await readdir(folder)
  const old = names
    .filter((name) => backupName.test(name))
    .sort()
    .slice(0, -maxBackups)
  for (const name of old) await rm(join(folder, name), { force: true })
  for (const name of names.filter((name) => temporaryName.test(name))) {
    const path = join(folder, name)
    if ((await stat(path)).mtimeMs < now - dayMs) await rm(path, { force: true })
  }
}

const fileExists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
