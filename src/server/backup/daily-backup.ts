import { access, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { campusIsoDate } from '#format/campus-date.ts'
import { hourMs, minuteMs } from '../durations.ts'
import type { JobKind } from '../jobs/job-kind.ts'

const maxBackups = 7
const pauseMs = 5
const backupName = /^quad-\d{4}-\d{2}-\d{2}\.tar$/

interface DailyBackupDeps {
  folder: string
  log: Pick<FastifyBaseLogger, 'info'>
}

/**
 * Backs up the SQLite database once a day and keeps the last seven backups. Photos are not included, because their
 * files never change. PostgreSQL has its own tools. The first backup runs a minute after the first start, so that a
 * short trial makes none.
 */
export function dailyBackup({ folder, log }: DailyBackupDeps): JobKind {
  return {
    name: 'daily-backup',
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => now + hourMs,
    firstRunDelayMs: minuteMs,
    async run({ db, now, signal }) {
      const path = join(folder, `quad-${campusIsoDate(now())}.tar`)
      if (await fileExists(path)) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The import is here so that the server starts faster.
      const { writeBackup } = await import('./write-backup.ts')
      // The pause lets requests through, because a backup may take long.
      const pause = () => delay(pauseMs, undefined, { signal })
      const { bytes } = await writeBackup({ db, path, now: now(), pause })
      await deleteOldBackups(folder)
      log.info({ path, bytes }, 'the database was backed up')
    },
  }
}

/** Deletes old backups. Call it only after a success, so that failures never delete the last good backups. */
async function deleteOldBackups(folder: string) {
  const old = (await readdir(folder))
    .filter((name) => backupName.test(name))
    .sort()
    .slice(0, -maxBackups)
  for (const name of old) await rm(join(folder, name), { force: true })
}

const fileExists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
