import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { hourMs, minuteMs } from '../durations.ts'
import { privateFolderMode } from '../files/private-files.ts'
import type { S3Config } from '../files/s3-url.ts'
import type { JobKind, RunningJob } from '../jobs/job-kind.ts'
import { backupNames } from './backup-names.ts'
import { type LastBackup, readBackupState, recordBackup } from './backup-state.ts'
import type { WriteInto } from './write-backup.ts'

/**
 * A backup pauses after this much work, which the last batch may double. SQLite's log of changes grows until the backup ends,
 * so it does not pause more often.
 */
const workMs = 10
const pauseMs = 5

interface DailyBackupDeps {
  folder: string
  /** The bucket of BACKUP_S3_URL, which takes the place of the folder. */
  bucket: S3Config | undefined
  log: Pick<FastifyBaseLogger, 'info'>
}

/**
 * Backs up the database once a day and keeps the last seven backups. Photos are not included, because their files never
 * change. The first backup runs a minute after the first start, so that a short trial makes none.
 */
export function dailyBackup({ folder, bucket, log }: DailyBackupDeps): JobKind {
  return {
    name: 'daily-backup',
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => now + hourMs,
    firstRunDelayMs: minuteMs,
    async run(job) {
      const backup = bucket ? await backUpToBucket(job, bucket) : await backUpToFolder(job, folder)
      if (!backup) return
      await deleteOldBackups(folder, { now: job.now(), usesFolder: !bucket })
      const { place: path, bytes } = backup
      log.info({ path, bytes }, 'the database was backed up')
    },
  }
}

/** Writes today's backup. Returns undefined if it exists. */
async function backUpToFolder(job: RunningJob, folder: string): Promise<LastBackup | undefined> {
  const path = join(folder, backupNames.daily(job.now()))
  const backup = { contents: 'database', place: path, path } as const
  const file = await stat(path).catch(() => undefined)
  if (file) {
    await recordIfNewer(job.db, { ...backup, at: Math.floor(file.mtimeMs), bytes: file.size })
    return
  }
  await mkdir(folder, { recursive: true, mode: privateFolderMode })
  return writeAndRecord(job, backup, { path })
}

async function backUpToBucket(job: RunningJob, config: S3Config): Promise<LastBackup | undefined> {
  const { openBackupBucket } = await import('./backup-bucket.ts')
  const bucket = openBackupBucket(config, job.signal)
  try {
    const name = backupNames.daily(job.now())
    const backup = { contents: 'database', place: bucket.describe(name) } as const
    const stored = await bucket.find(name)
    if (stored) {
      await recordIfNewer(job.db, { ...backup, at: stored.storedAt, bytes: stored.bytes })
      return
    }
    const written = await writeAndRecord(job, backup, { into: bucket.into(name) })
    await bucket.deleteOld(job.now())
    return written
  } finally {
    bucket.close()
  }
}

/** Records a backup whose process ended before it could, or that an earlier version made. */
async function recordIfNewer(db: Db, backup: LastBackup) {
  const { lastBackup } = await readBackupState(db)
  if (lastBackup && (lastBackup.place === backup.place || lastBackup.at > backup.at)) return
  await recordBackup(db, backup)
}

async function writeAndRecord(
  { db, now, signal }: RunningJob,
  backup: Omit<LastBackup, 'at' | 'bytes'>,
  target: { path: string } | { into: WriteInto },
): Promise<LastBackup> {
  // The import is here so that the server starts faster.
  const { writeBackup } = await import('./write-backup.ts')
  const pause = createPause(signal)
  const { bytes } = await writeBackup({ db, now: now(), pause, ...target })
  const written = { ...backup, at: now(), bytes }
  await recordBackup(db, written)
  return written
}

/** Returns a function that lets requests through from time to time, because a backup may take long. */
export function createPause(signal: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    signal.throwIfAborted()
    if (performance.now() - since < workMs) return
    await delay(pauseMs, undefined, { signal })
    since = performance.now()
  }
}

/**
 * Deletes old backups. It runs only after a success, so that failures never delete the last good backups. A folder that a
 * bucket has replaced gets no new ones, so there the age counts.
 */
async function deleteOldBackups(
  folder: string,
  { now, usesFolder }: { now: number; usesFolder: boolean },
) {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const old = usesFolder
    ? backupNames.selectOld(
        names.map((name) => ({ name, storedAt: now })),
        now,
      )
    : names.filter((name) => backupNames.isPast(name, now))
  for (const name of old) await rm(join(folder, name), { force: true })
}
