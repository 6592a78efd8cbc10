import { categoryOf } from '#contract/listing.ts'
import { maxFavourites } from '#contract/saved-rules.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { type ListingRowWithEmail, sellerOf } from '../../listings/listing-queries.ts'
import { isSamePerson, personOfAccount } from '../../students/person.ts'
import type { Account } from '../../students/user-queries.ts'
import { noRoom } from '../no-room.ts'
import { findFavouriteIds, insertFavourite } from './favourite-queries.ts'

interface NewFavourite {
  student: Account
  /** One that the student sees. */
  row: ListingRowWithEmail
  now: number
}

/** In a transaction that has locked the account: of two at once, one is the last that there is room for. */
export async function saveFavourite(tx: Db, { student, row, now }: NewFavourite): Promise<void> {
  if (isSamePerson(personOfAccount(student), sellerOf(row))) {
    throw new AppError('bad_request', 'This is your own listing.')
  }
  const saved = await findFavouriteIds(tx, student.id)
  if (saved.includes(row.id)) return
  if (saved.length >= maxFavourites) {
    const message = `You've saved ${maxFavourites} listings, which is the limit. Remove some first.`
    throw noRoom(message, now)
  }
  const isSaved = await insertFavourite(tx, { userId: student.id, listingId: row.id, now })
  if (!isSaved) throw new AppError('not_found', categoryOf(row).messages.notFound)
}
