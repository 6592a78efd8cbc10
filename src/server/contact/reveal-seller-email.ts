import type { FastifyRequest } from 'fastify'
import type { RequestUser } from '#contract/accounts.ts'
import type { Contact } from '#contract/listings.ts'
import { campusDayNumber } from '#format/campus-date.ts'
import type { KeyedHash } from '../app-secret.ts'
import type { Config } from '../config.ts'
import { type Db, writeIfPossible } from '../database/database.ts'
import { lockKey } from '../database/sql-fragments.ts'
import { clientNetworks } from '../limits/client-network.ts'
import { networkCounters, perDay, type RateLimit, type RateLimiter } from '../limits/rate-limit.ts'
import { type ListingRowWithEmail, sellerOf } from '../listings/listing-queries.ts'
import { isBlockedBy } from '../messages/thread-access.ts'
import { roleOf } from '../policies.ts'
import { isSamePerson, personOf } from '../students/person.ts'
import {
  type ContactRead,
  countContactReads,
  insertContactRead,
  networkReader,
  type Reader,
  studentReader,
} from './contact-read-queries.ts'

/** The number of sellers whose address one reader can see in a day. */
export const maxSellersPerDay = 200

const sellersPerNetwork: RateLimit = { name: 'addresses-per-network', ...perDay(maxSellersPerDay) }

export interface AddressDeps {
  config: Pick<Config, 'APP_URL' | 'RATE_LIMIT' | 'CONTACT'>
  db: Db
  keyedHash: KeyedHash
  rateLimiter: RateLimiter
  unwrittenReads: UnwrittenReads
  now: () => number
}

type Address = Pick<Contact, 'email' | 'reason' | 'message'>

/**
 * Reads the address of a listing's seller. The caller has checked that the request may ask. Sellers see their own
 * address, which does not count. Another account of the seller gets no address, because it has nobody to write to.
 * Blocked readers get the same answer as for a seller who hides the address.
 */
export async function revealSellerEmail(
  deps: AddressDeps,
  request: FastifyRequest,
  row: ListingRowWithEmail,
): Promise<Address> {
  const { email } = row
  const { user } = request
  if (roleOf(request, row) === 'owner') return { email }
  if (user && isSamePerson(personOf(user), sellerOf(row))) {
    return { email: null, reason: 'own', message: 'This is your own listing.' }
  }
  // An email would start another conversation, which a suspension forbids.
  if (user?.suspension) {
    return { email: null, reason: 'suspended', message: user.suspension.message }
  }
  if (deps.config.CONTACT === 'messages') {
    return { email: null, reason: 'messages', message: 'Message this student instead.' }
  }
  if (!row.shows_email || (user && (await isBlockedBy(deps.db, row.seller_id, user)))) {
    // The message is true in both cases and does not tell them apart.
    const message = "We can't show you this student's email."
    return { email: null, reason: 'hidden', message }
  }
  if (await takeSeller(deps, readerOf(request, deps), row.seller_id)) return { email }
  return { email: null, reason: 'limit', message: limitMessage(request) }
}

function limitMessage({ user }: FastifyRequest): string {
  const addresses = `the email addresses of ${maxSellersPerDay} sellers today`
  if (!user) return `Your network has seen ${addresses}. Log in to see more.`
  return isCountedAlone(user)
    ? `You've seen ${addresses}. You can see more tomorrow.`
    : `Your network has seen ${addresses}. Confirm your email to see more.`
}

/**
 * Returns false for a student who still has to confirm an address. Such a student sees what visitors see and is counted
 * with them.
 */
const isCountedAlone = ({ confirmation }: RequestUser) => confirmation !== 'required'

interface CountedReader {
  reader: Reader
  /** The counter of the IPv6 site that the reader's network belongs to, if there is one. */
  ofSite?: [limit: RateLimit, site: string] | undefined
}

function readerOf({ user, ip }: FastifyRequest, { keyedHash }: AddressDeps): CountedReader {
  if (user && isCountedAlone(user)) return { reader: studentReader(keyedHash, user) }
  const client = clientNetworks(ip)
  const [, ofSite] = networkCounters(sellersPerNetwork, client)
  return { reader: networkReader(keyedHash, client.network), ofSite }
}

/**
 * Returns true if the reader may see this seller's address today. Only a seller who is new to the reader costs a write.
 */
async function takeSeller(
  { config, db, rateLimiter, unwrittenReads, now }: AddressDeps,
  { reader, ofSite }: CountedReader,
  sellerId: number,
): Promise<boolean> {
  if (!config.RATE_LIMIT) return true
  const read = { reader, sellerId, now: now() }
  const { sellers, hasRead } = await countContactReads(db, read)
  if (hasRead || unwrittenReads.has(read)) return true
  if (sellers + unwrittenReads.count(read) >= maxSellersPerDay) return false
  let isTaken = false
  const write = db.transaction(async (tx) => {
    await lockKey(tx, `contact reads of ${reader}`)
    const { sellers, hasRead } = await countContactReads(tx, read)
    isTaken = hasRead
    if (hasRead || sellers + unwrittenReads.count(read) >= maxSellersPerDay) return
    if (ofSite && !(await rateLimiter.tryTake(tx, ...ofSite)).isAllowed) return
    await insertContactRead(tx, read)
    isTaken = true
  })
  if ((await writeIfPossible(write)) === 'written') return isTaken
  if (sellers + unwrittenReads.count(read) >= maxSellersPerDay) return false
  unwrittenReads.add(read)
  return true
}

/**
 * Remembers reads that could not be written, because the disk is full or many requests of one reader wait for each
 * other. This process counts them until the day ends. Otherwise a reader would see every address as long as writing
 * fails.
 */
export function createUnwrittenReads() {
  const sellers = new Map<Reader, Set<number>>()
  let day = 0
  const of = ({ reader, now }: ContactRead) => {
    const today = campusDayNumber(now)
    if (today !== day) sellers.clear()
    day = today
    return sellers.get(reader)
  }
  return {
    has: (read: ContactRead) => of(read)?.has(read.sellerId) ?? false,
    count: (read: ContactRead) => of(read)?.size ?? 0,
    add: (read: ContactRead) =>
      void sellers.set(read.reader, (of(read) ?? new Set()).add(read.sellerId)),
  }
}

type UnwrittenReads = ReturnType<typeof createUnwrittenReads>
