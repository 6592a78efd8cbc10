import type { FastifyRequest } from 'fastify'
import type { Contact } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { type ListingRowWithEmail, sellerOf } from '../listings/listing-queries.ts'
import { sellerName, sellerNamesFor } from '../listings/present-listing.ts'
import { isBlockedBy } from '../messages/require-reachable.ts'
import { findThreadOfBuyer } from '../messages/thread-queries.ts'
import { isSamePerson, personOf } from '../students/person.ts'
import { type AddressDeps, readAddress } from './read-address.ts'

/** How to reach the seller of a listing, for a request that may ask. */
export async function readContact(
  deps: AddressDeps,
  request: FastifyRequest,
  row: ListingRowWithEmail,
): Promise<Contact> {
  return {
    name: sellerName(row, sellerNamesFor(request)),
    ...(await readAddress(deps, request, row)),
    ...(await readMessaging(deps, request, row)),
    url: deps.config.APP_URL + pagePaths.listing(row.category, row.id),
  }
}

/** Visitors can write once they have logged in. With email alone, the thread that there is goes on. */
async function readMessaging(
  { config, db, now }: AddressDeps,
  { user }: FastifyRequest,
  row: ListingRowWithEmail,
): Promise<Pick<Contact, 'messages' | 'blocked' | 'thread_id'>> {
  const canStart = config.CONTACT !== 'email'
  const none = { messages: false, blocked: false, thread_id: null }
  if (!user) return { ...none, messages: canStart }
  const seller = sellerOf(row)
  if (isSamePerson(personOf(user), seller)) return none
  const threadId = await findThreadOfBuyer(db, row, { userId: user.id, now: now() })
  if (!threadId && !canStart) return none
  const blocked = await isBlockedBy(db, user.id, seller)
  const messages = !blocked && !(await isBlockedBy(db, seller.id, user))
  return { messages, blocked, thread_id: threadId ?? null }
}
