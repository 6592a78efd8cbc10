import { access } from 'node:fs/promises'
import { BackupError } from '#server/backup/backup-error.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
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
  const { path } = readArguments('npm run backup -- quad-2026-11-15.tar')
  await assertFree(path)
  const config = readConfig(process.env)
  const db = await openDatabase(config)
  const store = await openPhotoStore(config, console.warn)
  const { rows, photos, photosMissing, bytes } = await writeBackup({
    db,
    store,
    path,
    now: Date.now(),
    onProgress: showProgress,
  })
  await db.close()
  clearProgress()
  const kept = `${number(rows.users)} students, ${number(rows.listings)} listings and ${number(photos)} photos`
  console.log(`Kept ${kept} in ${path} (${(bytes / 1e6).toFixed(1)} MB).`)
  if (photosMissing > 0) {
    console.warn(`${number(photosMissing)} photos are not in the store, and so not in the backup.`)
  }
} catch (error) {
  endWithSentence(error)
}

async function assertFree(path: string) {
  const taken = await access(path).then(
    () => true,
    () => false,
  )
  if (taken) throw new BackupError(`The file ${path} exists already. Choose another name.`)
}
