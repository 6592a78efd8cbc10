import { deleteAccount } from '../account/account-deletion.ts'
import type { Db } from '../database/database.ts'
import { deleteUserPhotos } from '../photos/delete-photo-files.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import { lockUser } from '../students/user-queries.ts'
import { countListingsOf, findSamples } from './sample-queries.ts'

interface RemoveSamplesDeps {
  appUrl: string
  db: Db
  store: PhotoStore
  /** Deletes the messages that the mail transport stored for this address. */
  purgeMails: (address: string) => Promise<void>
}

/** Deletes sample and seeded students with all that refers to them, while the site may run. Returns how much it was. */
export async function removeSamples({ appUrl, db, store, purgeMails }: RemoveSamplesDeps) {
  const removed = { students: 0, listings: 0, photos: 0 }
  for (const { id, email } of await findSamples(db)) {
    const { listings, photos } = await db.transaction(async (tx) => {
      await lockUser(tx, id)
      const listings = await countListingsOf(tx, id)
      return { listings, photos: await deleteAccount(tx, id, { appUrl, now: Date.now() }) }
    })
    await deleteUserPhotos({ db, store }, photos)
    await purgeMails(email)
    removed.students += 1
    removed.listings += listings
    removed.photos += photos.length
  }
  return removed
}
