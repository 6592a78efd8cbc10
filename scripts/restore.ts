import { checkBackup } from '#server/backup/check-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { openPhotoStore } from '#server/photos/open-photo-store.ts'
import {
  clearProgress,
  contents,
  counted,
  endWithSentence,
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
  const restored = contents(backup.totals)
  console.log(`Restored ${restored} as of ${backup.manifest.createdAt}. Everyone signs in again.`)
  if (photosMissing > 0) {
    console.warn(`Not in the store any more: ${counted(photosMissing, 'photo')} of these listings.`)
  }
} catch (error) {
  endWithSentence(error)
}
