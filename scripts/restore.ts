import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setCampus } from '#campus/campus.ts'
import { readAppSecret } from '#server/app-secret.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { BackupError } from '#server/backup/tar.ts'
import { parseCampus } from '#server/campus/stored-campus.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { privateFolderMode } from '#server/files/private-files.ts'
import { openPhotoStore } from '#server/photos/open-photo-store.ts'
import {
  findGivenBackup,
  formatContents,
  openConfiguredBucket,
  parseBackupArguments,
  showProgress,
} from './site/backup-cli.ts'
import { nameDatabase } from './site/open-site.ts'
import { clearProgressLine, exitWithMessage, formatCount } from './site/terminal.ts'

const usage =
  'Name one backup: npm run restore -- quad-2026-11-15.tar [--overwrite], or npm run restore -- s3:NAME [--overwrite]'

try {
  const { words, overwrite } = parseBackupArguments(usage, { max: 1 })
  const [text] = words
  if (!text) throw new BackupError(usage)
  const config = readConfig(process.env)
  console.error(`Database: ${nameDatabase(config)}`)
  const { source } = findGivenBackup(text, config)
  if ('path' in source) await restore(source.path, { config, overwrite })
  else await restoreFromBucket(source.name, { config, overwrite })
} catch (error) {
  exitWithMessage(error, BackupError)
}

interface RestoreSettings {
  config: Config
  overwrite: boolean
}

/** Downloads the backup first, because the whole file is checked before anything is changed. */
async function restoreFromBucket(name: string, settings: RestoreSettings) {
  const folder = join(settings.config.DATA_DIR, 'backups')
  await mkdir(folder, { recursive: true, mode: privateFolderMode })
  // The cleanup deletes files with such a name if this process is killed.
  const path = join(folder, `.quad-restore.${crypto.randomUUID()}.part`)
  try {
    const bucket = await openConfiguredBucket(settings.config)
    console.log('Downloading the backup …')
    await bucket.download(name, path).finally(bucket.close)
    await restore(path, settings)
  } finally {
    await rm(path, { force: true })
  }
}

async function restore(path: string, { config, overwrite }: RestoreSettings) {
  console.log('Checking the backup …')
  const backup = await checkBackup(path)
  // A site that has its settings in a file has none in its backups.
  if (config.CAMPUS_FILE) setCampus(parseCampus(await readFile(config.CAMPUS_FILE, 'utf8')))
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
}
