import { checkBackup } from '#server/backup/check-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { openPhotoStore } from '#server/photos/open-photo-store.ts'
import {
  clearProgress,
  endWithSentence,
  number,
  readArguments,
  showProgress,
} from './backup-terminal.ts'

try {
  const { path, overwrite } = readArguments('npm run restore -- quad-2026-11-15.tar [--overwrite]')
  const config = readConfig(process.env)
  console.log('Checking the backup …')
  const backup = await checkBackup(path)
  const db = await openDatabase(config)
  const store = await openPhotoStore(config, console.warn)
  const { photosMissing } = await restoreBackup({
    db,
    store,
    backup,
    overwrite,
    onProgress: showProgress,
  })
  await db.close()
  clearProgress()
  const { rows, photos } = backup.totals
  const restored = `${number(rows.users)} students, ${number(rows.listings)} listings and ${number(photos)} photos`
  console.log(`Restored ${restored} as of ${backup.manifest.createdAt}. Everyone signs in again.`)
  if (photosMissing > 0) {
    console.warn(`${number(photosMissing)} photos of the listings are not in the store.`)
  }
} catch (error) {
  endWithSentence(error)
}
