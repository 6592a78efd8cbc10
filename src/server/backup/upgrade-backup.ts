import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { campus } from '#campus/campus.ts'
import { version } from '#contract/version.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { DatabaseBusy, type Db } from '../database/database.ts'
import { lastMigration, migrate } from '../database/migrate.ts'
import { dayMs, hourMs } from '../durations.ts'
import { errorReason, StartupError } from '../errors.ts'
import { privateFolderMode } from '../files/private-files.ts'
import type { JobKind } from '../jobs/job-kind.ts'

const maxBackups = 3
/** Students who delete their account are still in older backups. The privacy page names this limit. */
const maxAgeMs = 30 * dayMs
const backupName = /^before-.+-(?<day>\d{4}-\d{2}-\d{2})-(?<migration>\d{3})\.tar$/
const temporaryName = /^\.(?:quad|before)-.+\.part$/

interface UpgradeOptions {
  folder: string
  log: (line: string) => void
}

/** Migrates the database. If an earlier version used it, its rows are backed up first. Migrations change no photo. */
export async function migrateWithBackup(db: Db, { folder, log }: UpgradeOptions): Promise<void> {
  let path: string | undefined
  const beforeUpgrade = async () => {
    path = await writeUpgradeBackup(db, folder)
    log(`The database was backed up before the upgrade to ${campus.brand} ${version}: ${path}`)
  }
  await migrate(db, { beforeUpgrade })
  // Only now, so that an upgrade that keeps failing never deletes the last good backup. If this fails, the job reports it.
  if (path) await deleteOldBackups(folder, Date.now()).catch(() => undefined)
}

/**
 * The name has the last migration, because an upgrade may stop half-way. The next start then backs up other rows, and
 * must not replace those from before the upgrade.
 */
async function writeUpgradeBackup(db: Db, folder: string): Promise<string> {
  try {
    const now = Date.now()
    const migration = Number.parseInt((await lastMigration(db)) ?? '', 10)
    const suffix = `${campusIsoDate(now)}-${String(migration).padStart(3, '0')}`
    const path = join(folder, `before-${version}-${suffix}.tar`)
    await mkdir(folder, { recursive: true, mode: privateFolderMode })
    // The import is here so that other starts are faster.
    const { writeBackup } = await import('./write-backup.ts')
    await writeBackup({ db, path, now, isBeforeUpgrade: true })
    return path
  } catch (error) {
    if (error instanceof DatabaseBusy) throw error
    throw new StartupError(
      `${campus.brand} ${version} has to change the database, and the backup before it failed: ${errorReason(error).replace(/\.$/, '')}. Nothing was changed. Make sure that ${folder} has room and that this user may write to it, then start again. To upgrade without a backup, set BACKUP_BEFORE_UPGRADE=off.`,
      { cause: error },
    )
  }
}

/** Deletes old backups from before upgrades, and temporary files of backups whose process was killed. */
export function backupCleanup({ folder }: Pick<UpgradeOptions, 'folder'>): JobKind {
  return {
    name: 'backup-cleanup',
    delivery: 'at-least-once',
    // Each machine has files of its own, and any of them may run the job.
    nextRunAt: (now) => now + hourMs,
    run: ({ now }) => deleteOldBackups(folder, now()),
  }
}

async function deleteOldBackups(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const firstDay = campusIsoDate(now - maxAgeMs)
  const backups = names
    .flatMap((name) => {
      const { day = '', migration = '' } = backupName.exec(name)?.groups ?? {}
      return day ? [{ name, day, order: `${day}-${migration}` }] : []
    })
    .sort((a, b) => (a.order < b.order ? 1 : -1))
  for (const [index, { name, day }] of backups.entries()) {
    if (index >= maxBackups || day < firstDay) await rm(join(folder, name), { force: true })
  }
  for (const name of names.filter((each) => temporaryName.test(each))) {
    const path = join(folder, name)
    if ((await stat(path)).mtimeMs < now - dayMs) await rm(path, { force: true })
  }
}
