import { existsSync } from 'node:fs'
import { BackupError } from '#server/backup/tar.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openPhotoStore } from '#server/photos/open-photo-store.ts'
import { formatContents, parseBackupArguments, showProgress } from './site/backup-cli.ts'
import { openSite } from './site/open-site.ts'
import {
  clearProgressLine,
  exitWithMessage,
  formatCount,
  formatMegabytes,
} from './site/terminal.ts'

try {
  const { path } = parseBackupArguments('npm run backup -- quad-2026-11-15.tar')
  if (existsSync(path)) {
    throw new BackupError(`The file ${path} exists already. Choose another name.`)
  }
  const { config, db } = await openSite({ usesPhotos: true })
  const store = await openPhotoStore(config, console.warn)
  const totals = await writeBackup({ db, store, path, now: Date.now(), onProgress: showProgress })
  await db.close()
  clearProgressLine()
  console.log(`Kept ${formatContents(totals)} in ${path} (${formatMegabytes(totals.bytes)}).`)
  if (totals.photosMissing > 0) {
    const missing = formatCount(totals.photosMissing, 'photo')
    console.warn(`Not in the store, and so not in the backup: ${missing}.`)
  }
} catch (error) {
  exitWithMessage(error, BackupError)
}
