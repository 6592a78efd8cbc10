import { readAppSecret } from '#server/app-secret.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { BackupError } from '#server/backup/tar.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { openPhotoStore } from '#server/photos/open-photo-store.ts'
import { formatContents, parseBackupArguments, showProgress } from './site/backup-cli.ts'
import { nameDatabase } from './site/open-site.ts'
import { clearProgressLine, exitWithMessage, formatCount } from './site/terminal.ts'

try {
  const usage = 'npm run restore -- quad-2026-11-15.tar [--overwrite]'
  const { path, overwrite } = parseBackupArguments(usage)
  const config = readConfig(process.env)
  console.error(`Database: ${nameDatabase(config)}`)
  console.log('Checking the backup …')
  const backup = await checkBackup(path)
  const db = await openDatabase(config)
  const store = await openPhotoStore(config, console.warn)
  const options = { db, store, backup, overwrite, onProgress: showProgress }
  const { photosMissing } = await restoreBackup(options)
  await readAppSecret(db, config)
  await db.close()
  clearProgressLine()
  const restored = formatContents(backup.totals)
  console.log(`Restored ${restored} as of ${backup.manifest.createdAt}. Everyone logs in again.`)
  if (!config.APP_SECRET) {
    console.log(
      'No backup holds the secret, and APP_SECRET is unset: a new one was made, which ends device cookies and links in emails already sent.',
    )
  }
  if (photosMissing > 0) {
    const missing = formatCount(photosMissing, 'photo')
    console.warn(`Not in the store any more: ${missing} of these listings.`)
  }
} catch (error) {
  exitWithMessage(error, BackupError)
}
