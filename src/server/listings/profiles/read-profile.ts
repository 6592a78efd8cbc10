import type { FastifyRequest } from 'fastify'
import { findUniversity } from '#campus.ts'
import { campusIsoDate } from '#contract/campus-date.ts'
import type { Listing } from '#contract/listing.ts'
import type { Profile } from '#contract/profile.ts'
import type { Db } from '../../database/database.ts'
import {
  type ConfirmationContext,
  confirmationOf,
} from '../../students/confirmation/confirmation.ts'
import { fullName, shortName } from '../../students/person.ts'
import type { Account } from '../../students/user-queries.ts'
import { readListed } from '../search/read-listed.ts'
import { countSoldOfSeller, findListedOfSeller } from './profile-queries.ts'

const maxListings = 100

/** The response, with listings that are not translated yet. */
type ProfileOfListings = Omit<Profile, 'listings'> & { listings: Listing[] }

/**
 * What others see of a student. Visitors see less, and nothing while nothing is listed. Accounts that aren't confirmed
 * see what visitors see, and nobody else sees them. Nobody sees a closed account.
 */
export async function readProfile(
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
  const listings = await readListings(db, { id, name }, now)
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

/** Their seller has the name that the profile shows. */
async function readListings(db: Db, seller: { id: number; name: string }, now: number) {
  const found = await findListedOfSeller(db, seller.id, { limit: maxListings })
  const ids = found.map(({ id }) => id)
  const listings = await readListed(db, ids, now)
  return listings.map((listing) => ({ ...listing, seller }))
}

const toMonth = (time: number) => campusIsoDate(time).slice(0, 7)
