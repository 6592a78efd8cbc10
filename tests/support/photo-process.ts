import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { openPhotoStore } from '#server/photos/open-photo-store.ts'
import { createPhotos } from '#server/photos/photos.ts'
import { sweepPhotos } from '#server/photos/sweep-photos.ts'
import { quarters } from './photo-files.ts'

/** A process that stores one photo after the other, names each that is safe, and sweeps; until it is killed. */
const [folder = '', userId = '', s3Url = ''] = process.argv.slice(2)
const db = openSqlite(join(folder, 'quad.db'))
const store = await openPhotoStore(readConfig({ DATA_DIR: folder, S3_URL: s3Url }))
const photos = createPhotos({ store })
const photo = await quarters(400, 300).jpeg().toBuffer()

async function keepSaving() {
  for (;;) {
    const bytes = Buffer.concat([photo, Buffer.from(crypto.randomUUID())])
    const { url } = await photos.save(db, { bytes, uploaderId: Number(userId) })
    process.stdout.write(`${url}\n`)
  }
}

async function keepSweeping() {
  for (;;) await sweepPhotos({ db, store, now: Date.now() })
}

await Promise.all([keepSaving(), keepSaving(), keepSweeping()])
