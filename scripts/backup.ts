import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatCampusTime } from '#format/campus-date.ts'
import { backupNames } from '#server/backup/backup-names.ts'
import {
  describeRehearsal,
  findNewestBackup,
  rehearseBackup,
} from '#server/backup/backup-rehearsal.ts'
import { readBackupState, recordBackup } from '#server/backup/backup-state.ts'
import { BackupError } from '#server/backup/tar.ts'
import { type WriteInto, writeBackup } from '#server/backup/write-backup.ts'
import { openPhotoStore } from '#server/photos/open-photo-store.ts'
import {
  findGivenBackup,
  formatContents,
  openConfiguredBucket,
  parseBackupArguments,
  resolveFile,
  showProgress,
} from './site/backup-cli.ts'
import { openSite } from './site/open-site.ts'
import {
  clearProgressLine,
  exitWithMessage,
  formatCount,
  formatMegabytes,
} from './site/terminal.ts'

const usage = `Try: npm run backup -- quad-2026-11-15.tar
     npm run backup (into the bucket of BACKUP_S3_URL)
     npm run backup -- status
     npm run backup -- rehearse (the newest backup), or rehearse FILE, or rehearse s3:NAME`

try {
  const { words } = parseBackupArguments(usage, { max: 2 })
  const [command, file] = words
  if (command === 'rehearse') await rehearse(file)
  else if (file) throw new BackupError(usage)
  else if (command === 'status') await printStatus()
  else await backUp(command)
} catch (error) {
  exitWithMessage(error, BackupError)
}

/** Backs up the whole site to a file or, without one, into the bucket. */
async function backUp(file: string | undefined) {
  const path = file && resolveFile(file)
  if (path && existsSync(path)) {
    throw new BackupError(`The file ${path} exists already. Choose another name.`)
  }
  const { config, db } = await openSite({ usesPhotos: true })
  if (!path && !config.BACKUP_S3_URL) throw new BackupError(usage)
  const store = await openPhotoStore(config, console.warn)
  const now = Date.now()
  const write = async (target: { path: string } | { into: WriteInto }, place: string) => {
    const totals = await writeBackup({ db, store, now, onProgress: showProgress, ...target })
    const { bytes, photosMissing } = totals
    const where = 'path' in target ? { path: target.path } : {}
    const contents = 'database and photos'
    await recordBackup(db, { at: Date.now(), bytes, contents, place, ...where })
    clearProgressLine()
    console.log(`Kept ${formatContents(totals)} in ${place} (${formatMegabytes(bytes)}).`)
    if (photosMissing === 0) return
    const missing = formatCount(photosMissing, 'photo')
    console.warn(`Not in the store, and so not in the backup: ${missing}.`)
  }
  if (path) await write({ path }, path)
  else {
    const bucket = await openConfiguredBucket(config)
    const name = backupNames.full(now)
    await write({ into: bucket.into(name) }, bucket.describe(name))
    await bucket.deleteOld(now).finally(bucket.close)
  }
  await db.close()
}

async function printStatus() {
  const { db } = await openSite()
  const { lastBackup, lastRehearsal } = await readBackupState(db)
  await db.close()
  console.log(
    lastBackup
      ? `Last backup: ${formatCampusTime(lastBackup.at)}, ${lastBackup.contents}, ${formatMegabytes(lastBackup.bytes)}: ${lastBackup.place}`
      : 'Quad has made no backup yet.',
  )
  console.log(
    lastRehearsal
      ? `Last rehearsal: ${formatCampusTime(lastRehearsal.at)}. ${describeRehearsal(lastRehearsal)}`
      : 'No restore has been rehearsed yet.',
  )
}

/** Tries to restore this backup or the newest one. */
async function rehearse(file: string | undefined) {
  const { config, db } = await openSite()
  const places = {
    folder: join(config.DATA_DIR, 'backups'),
    databaseUrl: config.DATABASE_URL,
    bucket: config.BACKUP_S3_URL,
  }
  const backup = file
    ? findGivenBackup(file, config)
    : await findNewestBackup(await readBackupState(db), places)
  if (!backup) throw new BackupError('This machine has no backup to rehearse. Name one.')
  console.log(`Restoring ${backup.place} into a throw-away database …`)
  const rehearsal = await rehearseBackup({ db, backup, now: Date.now, ...places })
  await db.close()
  console.log(describeRehearsal(rehearsal))
  if (rehearsal.problem !== null) process.exit(1)
}
