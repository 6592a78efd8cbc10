import type { FastifyRequest } from 'fastify'
import type { SessionUser } from '#contract/accounts.ts'
import type { Contact } from '#contract/listings.ts'
import {
  countContactReads,
  insertContactRead,
  networkReader,
  type Reader,
  studentReader,
} from '../accounts/contact-read-queries.ts'
import { lockKey } from '../database/advisory-lock.ts'
import { clientNetwork } from '../limits/client-network.ts'
import { roleOf } from '../policies.ts'
import type { ListingDeps } from './listing-deps.ts'
import type { ListingRowWithEmail } from './listing-queries.ts'
import { presentContact } from './present-listing.ts'

/** Someone reads the addresses of so many different sellers on a day of the campus calendar. */
export const maxSellersPerDay = 200

type ContactDeps = Pick<ListingDeps, 'config' | 'db' | 'keyedHash' | 'now'>

/** How to reach the seller of a listing, for a request that may ask. Sellers see their own address, uncounted. */
export async function readContact(
  deps: ContactDeps,
  request: FastifyRequest,
  row: ListingRowWithEmail,
): Promise<Contact> {
  const { email } = row
  if (roleOf(request, row) === 'owner') return presentContact(row, { email })
  if (!row.shows_email) {
    const message = 'This seller does not show an email address.'
    return presentContact(row, { email: null, reason: 'hidden', message })
  }
  const reader = readerOf(request, deps)
  if (await takeSeller(deps, reader, row.seller_id)) return presentContact(row, { email })
  const message = limitMessage(request)
  return presentContact(row, { email: null, reason: 'limit', message })
}

function limitMessage({ user }: FastifyRequest): string {
  const addresses = `the addresses of ${maxSellersPerDay} sellers today`
  if (!user) return `Your network has seen ${addresses}. Log in to see more.`
  return isCountedAlone(user)
    ? `You have seen ${addresses}. You can see more tomorrow.`
    : `Your network has seen ${addresses}. Confirm your email to see more.`
}

/** A student who has still to confirm an address sees what visitors see, and is counted with them. */
const isCountedAlone = ({ confirmation }: SessionUser) => confirmation !== 'required'

function readerOf({ user, ip }: FastifyRequest, { keyedHash }: ContactDeps): Reader {
  return user && isCountedAlone(user)
    ? studentReader(keyedHash, user)
    : networkReader(keyedHash, clientNetwork(ip))
}

/** Whether the reader may see this seller's address today. Only a seller who is new to them costs a write. */
async function takeSeller({ config, db, now }: ContactDeps, reader: Reader, sellerId: number) {
  if (!config.RATE_LIMIT) return true
  const read = { reader, sellerId, now: now() }
  const { sellers, hasRead } = await countContactReads(db, read)
  if (hasRead || sellers >= maxSellersPerDay) return hasRead
  return db.transaction(async (tx) => {
    await lockKey(tx, `contact reads of ${reader}`)
    const { sellers, hasRead } = await countContactReads(tx, read)
    if (hasRead || sellers >= maxSellersPerDay) return hasRead
    await insertContactRead(tx, read)
    return true
  })
}
