import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { User } from '#contract/accounts.ts'
import { deleteAccount } from '../account/account-deletion.ts'
import type { Db } from '../database/database.ts'
import { deleteUserPhotos } from '../photos/delete-photo-files.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import { lockUser } from '../students/user-queries.ts'

interface RemoveSamplesDeps {
  appUrl: string
  db: Db
  store: PhotoStore
  /** Deletes the messages that the mail transport stored for this address. */
  purgeMails: (address: string) => Promise<void>
}

/**
 * Deletes sample and seeded students with everything that refers to them. The site may be running. Returns how many it
 * removed.
 */
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

/** Finds sample and seeded students. */
function findSamples(db: Db): Promise<Pick<User, 'id' | 'email'>[]> {
  return db.all(sql`SELECT id, email FROM users WHERE is_sample = 1 ORDER BY id`)
}

export async function hasSamples(db: Db): Promise<boolean> {
  return (await db.get(sql`SELECT 1 AS found FROM users WHERE is_sample = 1 LIMIT 1`)) !== undefined
}

async function countListingsOf(db: Db, sellerId: number): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM listings WHERE seller_id = ${sellerId}`,
  )
  return row?.count ?? 0
}

export async function deleteSampleSessions(db: Db) {
  await db.run(
    sql`DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE is_sample = 1)`,
  )
}

export async function findSampleListingId(
  db: Db,
  category: CategoryId,
  title: string,
): Promise<number | undefined> {
  const row = await db.get<{ id: number }>(sql`
    SELECT listings.id FROM listings JOIN users ON users.id = seller_id
    WHERE category = ${category} AND title = ${title} AND is_sample = 1`)
  return row?.id
}
