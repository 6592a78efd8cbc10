import { access } from 'node:fs/promises'
import { BackupError } from '#server/backup/backup-error.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
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
  const { path } = readArguments('npm run backup -- quad-2026-11-15.tar')
  await assertFree(path)
  const config = readConfig(process.env)
  const db = await openDatabase(config)
  const store = await openPhotoStore(config, console.warn)
  const kept = await writeBackup({
    db,
    store,
    path,
    now: Date.now(),
    onProgress: showProgress,
  })
  await db.close()
  clearProgress()
  console.log(`Kept ${contents(kept)} in ${path} (${(kept.bytes / 1e6).toFixed(1)} MB).`)
  if (kept.photosMissing > 0) {
    const missing = counted(kept.photosMissing, 'photo')
    console.warn(`Not in the store, and so not in the backup: ${missing}.`)
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
