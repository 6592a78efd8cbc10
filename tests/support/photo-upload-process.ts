import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { checkPhotos, deleteUnusedPhotos } from '#server/photos/delete-unused-photos.ts'
import { openPhotoStore } from '#server/photos/open-photo-store.ts'
import { createPhotos } from '#server/photos/photos.ts'
import { fourColorImage } from './photo-files.ts'

/** Saves photos, prints the URL of each and deletes unused photos, until the process is killed. */
const [folder = '', studentId = '', s3Url = ''] = process.argv.slice(2)
const db = openSqlite(join(folder, 'quad.db'))
const store = await openPhotoStore(readConfig({ DATA_DIR: folder, S3_URL: s3Url }))
const photos = createPhotos({ store })
const photo = await fourColorImage(400, 300).jpeg().toBuffer()

async function savePhotos() {
  for (;;) {
    const bytes = Buffer.concat([photo, Buffer.from(crypto.randomUUID())])
    const { url } = await photos.save(db, { bytes, uploaderId: Number(studentId) })
    process.stdout.write(`${url}\n`)
  }
}

async function cleanUp() {
  for (;;) {
    await deleteUnusedPhotos({ db, store, now: Date.now() })
    await checkPhotos({ db, store, now: Date.now() })
  }
}

await Promise.all([savePhotos(), savePhotos(), cleanUp()])
