import type { FastifyRequest } from 'fastify'
import sql, { join } from 'sql-template-tag'
import { findUniversity } from '#campus/campus.ts'
import { type AnyCategory, categories, publicCategories } from '#categories/index.ts'
import type { Listing } from '#contract/listing.ts'
import type { Profile } from '#contract/profile.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import { mapSlices } from '../../database/room-data.ts'
import { parseId } from '../../http/id-params.ts'
import {
  type ConfirmationContext,
  confirmationOf,
} from '../../students/confirmation/confirmation.ts'
import { fullName, shortName } from '../../students/person.ts'
import { type Account, findUser } from '../../students/user-queries.ts'
import type { RequestWithId } from '../require-listing.ts'
import { readListed } from '../search/list-listings.ts'

/**
 * Reads the profile of the student whose id is in the path. Returns undefined if the caller may not see that student.
 */
export async function readRequestedProfile(
  db: Db,
  request: RequestWithId,
  context: ConfirmationContext,
) {
  const id = parseId(request.params.id)
  const account = id && (await findUser(db, id))
  const profile = account && (await readProfile(db, account, request, context))
  return profile && { account, profile }
}

const maxListings = 100

/** How many listings are read or presented before other requests run. */
export const profileSlice = 20

/** The response before its listings are translated to their API names. */
type ProfileOfListings = Omit<Profile, 'listings'> & { listings: Listing[] }

/**
 * Reads the profile that others see of a student. Visitors see less, and see nothing if the student has no listed
 * listing. Students who haven't confirmed see what visitors see, and nobody else sees their profile. Nobody sees a
 * closed account.
 */
async function readProfile(
  db: Db,
  account: Account,
  { user, audience }: Pick<FastifyRequest, 'user' | 'audience'>,
  { verifyEmail, now }: ConfirmationContext,
): Promise<ProfileOfListings | undefined> {
  if (account.bannedAt !== null) return undefined
  const { id, email, createdAt, confirmedAt } = account
  const isOwn = user?.id === id
  const confirmation = confirmationOf(account, { verifyEmail, now })
  if (confirmation === 'required' && !isOwn) return undefined
  const isForStudents = isOwn || (audience === 'students' && user?.confirmation !== 'required')
  const name = isForStudents ? fullName(account) : shortName(account)
  const listings = await readListings(
    db,
    { id, name },
    isOwn || (isForStudents && !user?.suspension) ? categories : publicCategories,
    now,
  )
  if (!isForStudents && listings.length === 0) return undefined
  return {
    id,
    name,
    university: findUniversity(email)?.name ?? null,
    memberSince: toMonth(createdAt),
    confirmed:
      verifyEmail && confirmedAt !== null
        ? { month: toMonth(confirmedAt), isCurrent: confirmation === 'confirmed' }
        : null,
    sold: await countSoldOfSeller(db, id),
    listings,
  }
}

/** Reads the student's listings, with the seller's name as the profile shows it. */
async function readListings(
  db: Db,
  seller: { id: number; name: string },
  shown: readonly AnyCategory[],
  now: number,
) {
  const ids = await findListedOfSeller(db, seller.id, shown, { limit: maxListings })
  const listings = await mapSlices(ids, profileSlice, (slice) => readListed(db, slice, now))
  return listings.map((listing) => ({ ...listing, seller }))
}

const toMonth = (time: number) => campusIsoDate(time).slice(0, 7)

const isIn = (shown: readonly AnyCategory[]) =>
  sql`category IN (${join(shown.map(({ id }) => id))})`

/** Returns the ids of a seller's listed listings of these categories, newest first. */
async function findListedOfSeller(
  db: Db,
  sellerId: number,
  shown: readonly AnyCategory[],
  { limit }: { limit: number },
): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM listings WHERE seller_id = ${sellerId} AND listed AND ${isIn(shown)}
    ORDER BY rank DESC LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}

/** Counts only what everyone may know about. */
async function countSoldOfSeller(db: Db, sellerId: number): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT COUNT(*) AS count FROM listings WHERE seller_id = ${sellerId} AND status = 'sold'
      AND ${isIn(publicCategories)}`)
  return row?.count ?? 0
}
