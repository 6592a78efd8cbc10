import { isForConfirmed } from '#categories/index.ts'
import type { Favourite } from '#contract/favourites.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import { maxFavourites } from '#contract/saved-rules.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import {
  findListingRows,
  type ListingRow,
  type ListingRowWithEmail,
  sellerOf,
} from '../../listings/listing-queries.ts'
import { presentListing, type SellerNames } from '../../listings/present-listing.ts'
import { canSee } from '../../policies.ts'
import { isSamePerson, personOfAccount } from '../../students/person.ts'
import type { Account } from '../../students/user-queries.ts'
import { tooManySaved } from '../saved-deps.ts'
import {
  type FavouriteRow,
  findFavouriteIds,
  findFavourites,
  insertFavourite,
} from './favourite-queries.ts'

/** A favourite of the response, with a listing that is not translated yet. */
type FavouriteOfListing = Omit<Favourite, 'listing'> & { listing: Listing | null }

interface Reader {
  studentId: number
  now: number
  names?: SellerNames
  /** Whether the student may see listings that are only for confirmed students, and is not suspended. */
  maySeeRequests: boolean
}

/** Returns the last saved listing first, including listings that have ended. */
export async function readFavourites(
  db: Db,
  { studentId, now, names = 'short', maySeeRequests }: Reader,
): Promise<FavouriteOfListing[]> {
  const saved = await findFavourites(db, studentId)
  const favourites = saved.filter((row) => maySeeRequests || !isForConfirmed(categoryOf(row)))
  const rows = await findListingRows(
    db,
    favourites.map(({ listing_id }) => listing_id),
  )
  return favourites.flatMap((favourite) => {
    const row = rows.get(favourite.listing_id)
    return row ? [presentFavourite(favourite, row, now, names)] : []
  })
}

function presentFavourite(
  { created_at }: FavouriteRow,
  row: ListingRow,
  now: number,
  names: SellerNames,
): FavouriteOfListing {
  return {
    category: row.category,
    id: row.id,
    saved_at: toIso(created_at),
    title: isTakenDown(row.status) ? null : row.title,
    listing: canSee('student', row, now) ? presentListing(row, now, names) : null,
  }
}

interface NewFavourite {
  student: Account
  /** The row of a listing that the student can see. */
  row: ListingRowWithEmail
  now: number
}

/**
 * Call it in a transaction that has locked the account, so that two concurrent requests cannot both take the last free
 * place.
 */
export async function saveFavourite(tx: Db, { student, row, now }: NewFavourite): Promise<void> {
  if (isSamePerson(personOfAccount(student), sellerOf(row))) {
    throw new AppError('bad_request', 'This is your own listing.')
  }
  const saved = await findFavouriteIds(tx, student.id)
  if (saved.includes(row.id)) return
  if (saved.length >= maxFavourites) {
    const message = `You've saved ${maxFavourites} listings, which is the limit. Remove some first.`
    throw tooManySaved(message, now)
  }
  const isSaved = await insertFavourite(tx, { studentId: student.id, listingId: row.id, now })
  if (!isSaved) throw new AppError('not_found', categoryOf(row).messages.notFound)
}
